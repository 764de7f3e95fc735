import type { Database, Queryable } from "../pool.ts";
import type { CardPlace } from "./issuer-notices.ts";

/** Cards whose order the issuer has not answered: the longest waiting of each tenant before the second of any. Decision 0162. */
export async function findOpenOrders(db: Database, before: Date, limit: number): Promise<CardPlace[]> {
  const { rows } = await db.query<CardPlace>(
    `select c.tenant, c.id, t.merchant_id as "merchantId", t.mode from cards c join tenants t on t.id = c.tenant
     where c.status = 'requested' and c.updated_at < $1
     order by row_number() over (partition by c.tenant order by c.updated_at), c.updated_at limit $2`,
    [before, limit],
  );
  return rows;
}

/** Puts an open order behind the others, after a try without an answer. */
export async function touchOpenOrder(db: Queryable, tenant: number, id: string, at: Date): Promise<void> {
  await db.query("update cards set updated_at = $3 where tenant = $1 and id = $2 and status = 'requested'", [
    tenant,
    id,
    at,
  ]);
}
