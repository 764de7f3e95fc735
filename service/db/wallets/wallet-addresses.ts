import type { Queryable } from "../pool.ts";

/** Where a customer's money lies. */
export type WalletAddress = { walletId: string; customerId: string; accountId: bigint };

/** The wallets of these customers of a tenant; not locked. Who has none is left out. */
export async function findWalletAddresses(
  db: Queryable,
  tenantId: number,
  customerIds: readonly string[],
): Promise<WalletAddress[]> {
  const { rows } = await db.query<WalletAddress>(
    `select id as "walletId", customer_id as "customerId", account_id as "accountId"
     from wallets where tenant = $1 and customer_id = any($2::uuid[])`,
    [tenantId, customerIds],
  );
  return rows;
}

/** The customers whose wallets have these IDs, by wallet ID; not locked. */
export async function findCustomersOfWallets(
  db: Queryable,
  tenantId: number,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; customerId: string }>(
    `select id, customer_id as "customerId" from wallets
     where tenant = $1 and id = any($2::uuid[]) and customer_id is not null`,
    [tenantId, walletIds],
  );
  return new Map(rows.map(({ id, customerId }) => [id, customerId]));
}
