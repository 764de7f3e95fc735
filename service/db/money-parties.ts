import type { AccountRow } from "./accounts.ts";
import type { MoneySettingsRow } from "./money-settings.ts";
import type { Queryable } from "./pool.ts";

/** How wallets of customers are named: by customer ID (lower case) or by 10-digit account number. */
export type PartyKind = "customer" | "account";

/** Where a customer's money lies. */
export type PartyAddress = { walletId: string; customerId: string; accountNumber: string; accountId: bigint };

/** A wallet with its account row as it is now; `customerId` is null for the merchant's own. */
export type Party = {
  walletId: string;
  customerId: string | null;
  accountNumber: string;
  name: string;
  account: AccountRow;
};

type AddressedSettings = MoneySettingsRow & { [K in keyof PartyAddress]: PartyAddress[K] | null };

const settingsColumns = `s.transfer_base_fee as "transferBaseFee", s.transfer_merchant_fee as "transferMerchantFee",
  s.batch_item_fee as "batchItemFee", s.internal_transfers as "internalTransfers",
  s.can_debit_customer as "canDebitCustomer"`;
const byColumn: Record<PartyKind, string> = { customer: "customer_id", account: "account_number" };
const arrayType: Record<PartyKind, string> = { customer: "uuid[]", account: "text[]" };

/**
 * All that a transfer must know before it joins a group, in one round trip: the tenant's settings and where these customers'
 * money lies; not locked. A wallet that is not there, or is no customer's, is left out.
 */
export async function findAddressedSettings(
  db: Queryable,
  tenantId: number,
  by: PartyKind,
  names: readonly string[],
): Promise<{ settings: MoneySettingsRow | undefined; addresses: PartyAddress[] }> {
  const { rows } = await db.query<AddressedSettings>({
    name: `find-addressed-settings-${by}`,
    text: `select ${settingsColumns}, w.id as "walletId", w.customer_id as "customerId",
        w.account_number as "accountNumber", w.account_id as "accountId"
      from tenant_settings s
      left join wallets w on w.tenant = s.tenant and w.${byColumn[by]} = any($2::${arrayType[by]})
        and w.customer_id is not null
      where s.tenant = $1`,
    values: [tenantId, names],
  });
  const addresses = rows.flatMap(({ walletId, customerId, accountNumber, accountId }) =>
    walletId && customerId && accountNumber && accountId ? [{ walletId, customerId, accountNumber, accountId }] : [],
  );
  return { settings: rows[0], addresses };
}

/** The customers' wallets of these names, and the merchant's own where it is asked for; not locked: for showing only. */
export async function findParties(
  db: Queryable,
  tenantId: number,
  names: { by: PartyKind; names: readonly string[]; withMerchant?: boolean },
): Promise<Party[]> {
  const { rows } = await db.query<Omit<Party, "account"> & AccountRow>(
    `select w.id as "walletId", w.customer_id as "customerId", w.account_number as "accountNumber",
       w.account_name as name, a.tenant, a.id, a.kind, a.tier, a.frozen, a.post_no_credit as "postNoCredit", a.balance,
       a.seq, a.day, a.spent
     from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
     where w.tenant = $1 and w.customer_id is not null and w.${byColumn[names.by]} = any($2::${arrayType[names.by]})
     union all
     select w.id, null, w.account_number, w.account_name, a.tenant, a.id, a.kind, a.tier, a.frozen, a.post_no_credit,
       a.balance, a.seq, a.day, a.spent
     from accounts a join wallets w on w.tenant = a.tenant and w.account_id = a.id
     where $3 and a.tenant = $1 and a.kind = 'merchant' and a.kind <> 'wallet'`,
    [tenantId, names.names, names.withMerchant ?? false],
  );
  return rows.map(({ walletId, customerId, accountNumber, name, ...account }) => ({
    walletId,
    customerId,
    accountNumber,
    name,
    account,
  }));
}
