import type { Queryable } from "./pool.ts";

/** Where the money of an item goes or comes from. */
export type BatchWallet = {
  walletId: string;
  customerId: string;
  accountNumber: string;
  accountId: bigint;
};

/** How items name wallets: customer and wallet IDs in lower case, 10-digit account numbers. */
export type WalletNames = {
  customerIds: readonly string[];
  walletIds: readonly string[];
  accountNumbers: readonly string[];
};

/** The customers' wallets of any of these names; not locked. Who has none is left out, and so is the merchant's own. */
export async function findBatchWallets(db: Queryable, tenant: number, names: WalletNames): Promise<BatchWallet[]> {
  const { rows } = await db.query<BatchWallet>({
    name: "find-batch-wallets",
    text: `select id as "walletId", customer_id as "customerId", account_number as "accountNumber",
        account_id as "accountId"
      from wallets
      where tenant = $1 and customer_id is not null
        and (customer_id = any($2::uuid[]) or id = any($3::uuid[]) or account_number = any($4::text[]))`,
    values: [tenant, names.customerIds, names.walletIds, names.accountNumbers],
  });
  return rows;
}
