import { plainArray, textArray } from "../array-literal.ts";
import { gather } from "../gather.ts";
import type { Database, Queryable } from "../pool.ts";
import type { WalletAddress } from "../wallets/wallet-addresses.ts";
import type { AccountRow } from "./accounts.ts";
import type { MoneySettingsRow } from "./money-settings.ts";

/** The identifiers of a customer's wallet: customer ID (lower case) or 10-digit account number. */
export type PartyKind = "customer" | "account";

/** The wallet and the account of a customer. */
export type PartyAddress = WalletAddress & { accountNumber: string };

/** A wallet with its current account row. `customerId` is null for the merchant's wallet. */
export type Party = {
  walletId: string;
  customerId: string | null;
  accountNumber: string;
  name: string;
  account: AccountRow;
};

const settingsColumns = `s.transfer_base_fee as "transferBaseFee", s.transfer_merchant_fee as "merchantFee",
  s.batch_item_fee as "batchItemFee", s.internal_transfers as "internalTransfers",
  s.can_debit_customer as "canDebitCustomer"`;
const byColumn = { customer: "customer_id", account: "account_number", wallet: "id" } as const;
const arrayType = { customer: "uuid[]", account: "text[]", wallet: "uuid[]" } as const;

/** The tenant's settings, and the wallet of the customer with this identifier, if any. */
export type AddressedParty = { settings: MoneySettingsRow; address: PartyAddress | undefined };

/**
 * Returns all that one side of a transfer needs before its posting; does not lock. Undefined where the tenant has no
 * settings. The merchant's own wallet is not found. Concurrent lookups share a round trip.
 */
export function findAddressedParty(
  db: Database,
  tenantId: number,
  by: PartyKind,
  name: string,
): Promise<AddressedParty | undefined> {
  return findGathered[by](db, { tenant: tenantId, name });
}

const findGathered = { customer: gatherParties("customer"), account: gatherParties("account") };

function gatherParties(by: PartyKind) {
  type Row = MoneySettingsRow & { nth: number } & { [K in keyof PartyAddress]: PartyAddress[K] | null };
  return gather(async (db, wanted: readonly { tenant: number; name: string }[]) => {
    const { rows } = await db.query<Row>({
      name: `find-parties-by-${by}`,
      text: `select wanted.nth::int, ${settingsColumns}, w.id as "walletId", w.customer_id as "customerId",
          w.account_number as "accountNumber", w.account_id as "accountId"
        from unnest($1::int[], $2::${arrayType[by]}) with ordinality as wanted (tenant, name, nth)
        join tenant_settings s on s.tenant = wanted.tenant
        left join wallets w on w.tenant = wanted.tenant and w.${byColumn[by]} = wanted.name and w.customer_id is not null`,
      values: [plainArray(wanted.map(({ tenant }) => tenant)), textArray(wanted.map(({ name }) => name))],
    });
    const found = new Map(
      rows.map(({ nth, walletId, customerId, accountNumber, accountId, ...settings }) => {
        const isFound = walletId && customerId && accountNumber && accountId;
        return [nth, { settings, address: isFound ? { walletId, customerId, accountNumber, accountId } : undefined }];
      }),
    );
    return wanted.map((_, index): AddressedParty | undefined => found.get(index + 1));
  });
}

/**
 * Returns the customers' wallets with these identifiers, and the merchant's wallet where requested. For display only:
 * does not lock.
 */
export async function findParties(
  db: Queryable,
  tenantId: number,
  names: { by: PartyKind | "wallet"; names: readonly string[]; withMerchant?: boolean },
): Promise<Party[]> {
  const { rows } = await db.query<Omit<Party, "account"> & AccountRow>({
    name: `find-money-parties-${names.by}`,
    text: `select w.id as "walletId", w.customer_id as "customerId", w.account_number as "accountNumber",
       w.account_name as name, a.tenant, a.id, a.kind, a.tier,
       a.frozen or s.wallets_frozen_at is not null as frozen, a.post_no_credit as "postNoCredit", a.balance, a.seq, a.day,
       a.spent
     from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
     join tenant_settings s on s.tenant = w.tenant
     where w.tenant = $1 and w.customer_id is not null and w.${byColumn[names.by]} = any($2::${arrayType[names.by]})
     union all
     select w.id, null, w.account_number, w.account_name, a.tenant, a.id, a.kind, a.tier, a.frozen, a.post_no_credit,
       a.balance, a.seq, a.day, a.spent
     from accounts a join wallets w on w.tenant = a.tenant and w.account_id = a.id
     where $3 and a.tenant = $1 and a.kind = 'merchant' and a.kind <> 'wallet'`,
    values: [tenantId, names.names, names.withMerchant ?? false],
  });
  return rows.map(({ walletId, customerId, accountNumber, name, ...account }) => ({
    walletId,
    customerId,
    accountNumber,
    name,
    account,
  }));
}
