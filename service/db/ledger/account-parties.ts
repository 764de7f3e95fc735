import type { Queryable } from "../pool.ts";
import type { AccountRow } from "./accounts.ts";
import type { Party } from "./money-parties.ts";

/**
 * Returns the wallets over these accounts of a tenant, by account. For display only: does not lock. Internal accounts
 * have no wallet.
 */
export async function findAccountParties(
  db: Queryable,
  tenant: number,
  accounts: readonly bigint[],
): Promise<ReadonlyMap<bigint, Party>> {
  const { rows } = await db.query<Omit<Party, "account"> & AccountRow>(
    `select w.id as "walletId", w.customer_id as "customerId", w.account_number as "accountNumber",
       w.account_name as name, a.tenant, a.id, a.kind, a.tier,
       a.frozen or (a.kind = 'wallet' and s.wallets_frozen_at is not null) as frozen,
       a.post_no_credit as "postNoCredit", a.balance, a.seq, a.day, a.spent
     from accounts a join wallets w on w.tenant = a.tenant and w.account_id = a.id
     join tenant_settings s on s.tenant = a.tenant
     where a.tenant = $1 and a.id = any($2::bigint[])`,
    [tenant, accounts],
  );
  return new Map(
    rows.map(({ walletId, customerId, accountNumber, name, ...account }) => [
      account.id,
      { walletId, customerId, accountNumber, name, account },
    ]),
  );
}
