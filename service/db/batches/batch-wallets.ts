import { binaryArray } from "../array-binary.ts";
import type { PartyAddress } from "../ledger/money-parties.ts";
import type { Queryable } from "../pool.ts";

/**
 * The identifiers by which an item names its wallet: customer and wallet IDs in lower case, or 10-digit account
 * numbers.
 */
export type WalletName = "customerId" | "walletId" | "accountNumber";

const COLUMNS = { customerId: "customer_id", walletId: "id" } as const;

/**
 * Returns the customers' wallets with these identifiers, by identifier; does not lock. Unknown identifiers and the
 * merchant's own wallet are left out.
 */
export async function findBatchWallets(
  db: Queryable,
  tenant: number,
  by: WalletName,
  names: readonly string[],
): Promise<Map<string, PartyAddress>> {
  if (names.length === 0) return new Map();
  const rows = await (by === "accountNumber"
    ? findByAccountNumber(db, tenant, names)
    : findById(db, tenant, by, names));
  return new Map(
    rows.map(([name, walletId, customerId, accountNumber, accountId]) => [
      name,
      { walletId, customerId, accountNumber, accountId },
    ]),
  );
}

type NamedWallet = [string, string, string, string, bigint];
const wallets = "customer_id, account_number, account_id from wallets where tenant = $1 and customer_id is not null";

async function findById(
  db: Queryable,
  tenant: number,
  by: keyof typeof COLUMNS,
  ids: readonly string[],
): Promise<NamedWallet[]> {
  const column = COLUMNS[by];
  const { rows } = await db.query<NamedWallet>({
    name: `find-batch-wallets-${column}`,
    text: `select ${column}, id, ${wallets} and ${column} = any($2::uuid[])`,
    values: [tenant, binaryArray.uuid(ids)],
    rowMode: "array",
  });
  return rows;
}

async function findByAccountNumber(db: Queryable, tenant: number, numbers: readonly string[]): Promise<NamedWallet[]> {
  const { rows } = await db.query<NamedWallet>({
    name: "find-batch-wallets-account_number",
    text: `select account_number, id, ${wallets} and account_number = any($2::text[])`,
    values: [tenant, binaryArray.text(numbers)],
    rowMode: "array",
  });
  return rows;
}
