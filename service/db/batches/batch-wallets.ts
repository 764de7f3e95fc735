import { plainArray } from "../array-literal.ts";
import type { Queryable } from "../pool.ts";
import type { WalletAddress } from "../wallets/wallet-addresses.ts";

/**
 * The identifiers by which an item names its wallet: customer and wallet IDs in lower case, or 10-digit account
 * numbers.
 */
export type WalletName = "customerId" | "walletId" | "accountNumber";

const NAMES = {
  customerId: { column: "customer_id", type: "uuid" },
  walletId: { column: "id", type: "uuid" },
  accountNumber: { column: "account_number", type: "text" },
} as const satisfies Record<WalletName, object>;

/**
 * Returns the customers' wallets with these identifiers, by identifier; does not lock. Unknown identifiers and the
 * merchant's own wallet are left out.
 */
export async function findBatchWallets(
  db: Queryable,
  tenant: number,
  by: WalletName,
  names: readonly string[],
): Promise<Map<string, WalletAddress>> {
  if (names.length === 0) return new Map();
  const { column, type } = NAMES[by];
  const { rows } = await db.query<[string, string, string, bigint]>({
    name: `find-batch-wallets-${column}`,
    text: `select ${column}, id, customer_id, account_id from wallets
      where tenant = $1 and customer_id is not null and ${column} = any($2::${type}[])`,
    values: [tenant, plainArray(names)],
    rowMode: "array",
  });
  return new Map(rows.map(([name, walletId, customerId, accountId]) => [name, { walletId, customerId, accountId }]));
}
