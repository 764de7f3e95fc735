import type { Queryable } from "../pool.ts";

/** The wallet and the account of a customer. */
export type WalletAddress = { walletId: string; customerId: string; accountId: bigint };

/** Returns the wallets of these customers of a tenant; does not lock. Unknown customers are left out. */
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

/** Returns the customers of these wallets, by wallet ID; does not lock. */
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
