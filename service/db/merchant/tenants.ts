import type { Queryable } from "../pool.ts";

export type TenantRow = { id: number; merchantId: string; mode: "SANDBOX" | "PRODUCTION" };

/** Inserts a new merchant's two tenants, one per mode. */
export async function insertTenants(tx: Queryable, merchantId: string): Promise<TenantRow[]> {
  const { rows } = await tx.query<TenantRow>(
    `insert into tenants (merchant_id, mode) values ($1, 'SANDBOX'), ($1, 'PRODUCTION')
     returning id, merchant_id as "merchantId", mode`,
    [merchantId],
  );
  return rows;
}

/** Returns both tenants of a merchant, sandbox first. */
export async function findTenants(db: Queryable, merchantId: string): Promise<TenantRow[]> {
  const { rows } = await db.query<TenantRow>(
    `select id, merchant_id as "merchantId", mode from tenants where merchant_id = $1 order by mode desc`,
    [merchantId],
  );
  return rows;
}
