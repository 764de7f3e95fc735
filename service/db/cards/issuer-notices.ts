import type { Database, Queryable } from "../pool.ts";

/** A card of any tenant. */
export type CardPlace = { tenant: number; id: string; merchantId: string; mode: "SANDBOX" | "PRODUCTION" };

/** A try to inform the issuer. `attempts` counts the tries since the last change, with this one. */
export type ClaimedNotice = { version: number; hasControls: boolean; attempts: number };

/** Queues that the issuer shall hear how a card stands now, in the commit of its change. */
export async function queueNotice(
  db: Queryable,
  { tenant, id, hasControls, at }: { tenant: number; id: string; hasControls: boolean; at: Date },
): Promise<void> {
  await db.query(
    `insert into issuer_notices (tenant, card, has_controls, due_at, created_at) values ($1, $2, $3, $4, $4)
     on conflict (tenant, card) do update set version = issuer_notices.version + 1, attempts = 0,
       has_controls = issuer_notices.has_controls or excluded.has_controls`,
    [tenant, id, hasControls, at],
  );
}

/** Cards whose issuer shall hear something now, oldest first. Of all tenants. */
export async function findDueNotices(db: Database, now: Date, limit: number): Promise<CardPlace[]> {
  const { rows } = await db.query<CardPlace>(
    `select n.tenant, n.card as id, t.merchant_id as "merchantId", t.mode from issuer_notices n join tenants t on t.id = n.tenant
     where n.due_at <= $1 order by row_number() over (partition by n.tenant order by n.due_at), n.due_at limit $2`,
    [now, limit],
  );
  return rows;
}

/** Claims the notice of a card until `leasedUntil`, undefined if nothing is due or another process tries. */
export async function claimNotice(
  db: Queryable,
  { tenant, id, now, leasedUntil }: { tenant: number; id: string; now: Date; leasedUntil: Date },
): Promise<ClaimedNotice | undefined> {
  const { rows } = await db.query<ClaimedNotice>(
    `update issuer_notices set due_at = $4, attempts = attempts + 1 where tenant = $1 and card = $2 and due_at <= $3
     returning version, has_controls as "hasControls", attempts`,
    [tenant, id, now, leasedUntil],
  );
  return rows[0];
}

/** Ends a try: heard, or to be repeated. A change since the claim is due immediately. */
export async function endNotice(
  db: Queryable,
  { tenant, id, version, result }: { tenant: number; id: string; version: number; result: { heard: true } | Missed },
): Promise<void> {
  if (result.heard) {
    await db.query("delete from issuer_notices where tenant = $1 and card = $2 and version = $3", [
      tenant,
      id,
      version,
    ]);
  }
  const [problem, dueAt] = result.heard ? [null, null] : [result.problem, result.dueAt];
  await db.query(
    `update issuer_notices set problem = $4, due_at = case when version = $3 then coalesce($5, due_at) else created_at end
     where tenant = $1 and card = $2`,
    [tenant, id, version, problem, dueAt],
  );
}

type Missed = { heard: false; problem: string; dueAt: Date };
