import type { Queryable } from "../pool.ts";

/** The number of rows that a list counts and pages through. Dates narrow longer lists. */
export const AUDIT_LIST_BOUND = 50_000;

export type AuditLineRow = {
  id: string;
  at: Date;
  actorKind: "member" | "key" | "customer" | "job" | "platform";
  actorId: string;
  actorName: string;
  action: string;
  objectKind: string;
  objectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  address: string | null;
  requestId: string;
};

/**
 * The filter of the log; null does not filter. `actor` is an ID, a kind or part of a name; `action` is an action or its
 * noun; `without` is a noun to leave out.
 */
export type AuditFilter = {
  id: string | null;
  actor: string | null;
  action: string | null;
  without: string | null;
  objectKind: string | null;
  objectId: string | null;
  from: Date | null;
  to: Date | null;
};

// IDs are in order of time (UUIDv7), so the key read backwards is the list. A date finds its place in the key up to a
// minute, since the clocks of two processes may differ; the row's time decides.
const CLOCKS_APART_MS = 60_000;
const matches = `tenant = $1 and id <= $2 and id >= $3 and ($8::timestamptz is null or at >= $8) and ($9::timestamptz is null or at <= $9)
  and ($4::text is null or actor_id = $4 or actor_kind = lower($4) or position(lower($4) in lower(actor_name)) > 0)
  and ($5::text is null or action = lower($5) or starts_with(action, lower($5) || '.'))
  and ($6::text is null or object_kind = lower($6)) and ($7::text is null or object_id = $7)
  and ($10::text is null or not starts_with(action, lower($10) || '.'))`;

const columns = `l.id, l.at, l.actor_kind as "actorKind", l.actor_id as "actorId", l.actor_name as "actorName", l.action,
  l.object_kind as "objectKind", l.object_id as "objectId", l.before, coalesce(l.after, moved.after) as after, l.reason,
  l.address, l.request_id as "requestId"`;

// The row of a transfer does not repeat what its transaction says. Those of former releases do. Decision 0164.
const withFacts = (lines: string) => `select ${columns} from (${lines}) l
  left join lateral (
    select jsonb_build_object('amount', t.amount, 'from', s.id, 'to', d.id, 'reference', t.reference) as after
    from transactions t
    join wallets s on s.tenant = t.tenant and s.account_id = t.source
    join wallets d on d.tenant = t.tenant and d.account_id = t.destination
    where t.tenant = $1 and t.id = case when l.action = 'transfer.create' and l.after is null then l.object_id::uuid end
  ) moved on true
  order by l.id desc`;

/** Returns a page, newest first, and the number of matches up to one more than the bound. */
export async function findAuditLines(
  db: Queryable,
  tenant: number,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: AuditLineRow[] }> {
  const values = valuesOf(tenant, filter);
  const { rows } = await db.query<AuditLineRow>(
    withFacts(`select * from audit_log where ${matches} order by id desc limit $11 offset $12`),
    [...values, page.limit, page.offset],
  );
  const count = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from audit_log where ${matches} limit $11) found`,
    [...values, AUDIT_LIST_BOUND + 1],
  );
  return { total: count.rows[0]?.total ?? 0, rows };
}

/** Returns the next rows before an ID, newest first, without an offset. For downloads. */
export async function findAuditLinesBefore(
  db: Queryable,
  tenant: number,
  filter: AuditFilter,
  cursor: { before: string | null; limit: number },
): Promise<AuditLineRow[]> {
  const { rows } = await db.query<AuditLineRow>(
    withFacts(`select * from audit_log where ${matches} and id < $11 order by id desc limit $12`),
    [...valuesOf(tenant, filter), cursor.before ?? LAST_ID, cursor.limit],
  );
  return rows;
}

function valuesOf(tenant: number, filter: AuditFilter) {
  const { id, actor, action, without, objectKind, objectId, from, to } = filter;
  const last = id ?? (to ? idAt(to.getTime() + CLOCKS_APART_MS, "f") : LAST_ID);
  const first = id ?? (from ? idAt(from.getTime() - CLOCKS_APART_MS, "0") : FIRST_ID);
  return [tenant, last, first, actor, action, objectKind, objectId, from, to, without] as const;
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Returns the lowest or highest UUIDv7 of a millisecond. */
function idAt(milliseconds: number, fill: "0" | "f"): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, "0");
  const rest = fill.repeat(3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${fill}${rest}-${fill.repeat(4)}-${fill.repeat(12)}`;
}
