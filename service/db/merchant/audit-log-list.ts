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

const logged = `select tenant, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, before, after, reason, address,
    request_id
  from audit_log where ${matches}`;

// A transaction that has the facts of its call is an audit row of its own, with its own ID. `$11` is the object's ID as a key. Decision 0218.
const called = `select * from (
    select tenant, id, at, split_part(actor, ':', 1) as actor_kind, substr(actor, position(':' in actor) + 1) as actor_id, actor_name,
      'transfer.create' as action, 'transaction' as object_kind, id::text as object_id, null::jsonb as before, null::jsonb as after,
      null::text as reason, address, request_id
    from transactions where request_id is not null and ($7::text is null or id = $11::uuid)
  ) calls
  where ${matches}`;

// The rows of transfers do not repeat what their transaction says. Those of the first releases do. Decision 0164.
const withFacts = (lines: string) => `select ${columns} from (${lines}) l
  left join lateral (
    select jsonb_build_object('amount', t.amount, 'from', s.id, 'to', d.id, 'reference', t.reference) as after
    from transactions t
    join wallets s on s.tenant = t.tenant and s.account_id = t.source
    join wallets d on d.tenant = t.tenant and d.account_id = t.destination
    where t.tenant = $1 and t.id = case when l.action = 'transfer.create' and l.after is null then l.object_id::uuid end
  ) moved on true
  order by l.id desc`;

/** The newest rows of both places. Each is read backwards by its key, no further than needed. */
const newest = (condition: string, limit: string) => `(${logged} ${condition} order by id desc limit ${limit})
  union all (${called} ${condition} order by id desc limit ${limit})`;

/** Returns a page, newest first, and the number of matches up to one more than the bound. */
export async function findAuditLines(
  db: Queryable,
  tenant: number,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: AuditLineRow[] }> {
  const values = valuesOf(tenant, filter);
  // Not null: "actorName". A call has the name of its actor.
  const { rows } = await db.query<AuditLineRow>(
    withFacts(
      `select * from (${newest("", "$12::int + $13::int")}) found order by id desc limit $12::int offset $13::int`,
    ),
    [...values, page.limit, page.offset],
  );
  const count = await db.query<{ total: number }>(
    `select count(*)::int as total from ((${logged} limit $12) union all (${called} limit $12)) found`,
    [...values, AUDIT_LIST_BOUND + 1],
  );
  return { total: Math.min(count.rows[0]?.total ?? 0, AUDIT_LIST_BOUND + 1), rows };
}

/** Returns the next rows before an ID, newest first, without an offset. For downloads. */
export async function findAuditLinesBefore(
  db: Queryable,
  tenant: number,
  filter: AuditFilter,
  cursor: { before: string | null; limit: number },
): Promise<AuditLineRow[]> {
  // Not null: "actorName". A call has the name of its actor.
  const { rows } = await db.query<AuditLineRow>(
    withFacts(`select * from (${newest("and id < $12", "$13::int")}) found order by id desc limit $13::int`),
    [...valuesOf(tenant, filter), cursor.before ?? LAST_ID, cursor.limit],
  );
  return rows;
}

function valuesOf(tenant: number, filter: AuditFilter) {
  const { id, actor, action, without, objectKind, objectId, from, to } = filter;
  const last = id ?? (to ? idAt(to.getTime() + CLOCKS_APART_MS, "f") : LAST_ID);
  const first = id ?? (from ? idAt(from.getTime() - CLOCKS_APART_MS, "0") : FIRST_ID);
  const key = objectId !== null && UUID.test(objectId) ? objectId : null;
  return [tenant, last, first, actor, action, objectKind, objectId, from, to, without, key] as const;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Returns the lowest or highest UUIDv7 of a millisecond. */
function idAt(milliseconds: number, fill: "0" | "f"): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, "0");
  const rest = fill.repeat(3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${fill}${rest}-${fill.repeat(4)}-${fill.repeat(12)}`;
}
