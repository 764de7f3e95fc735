import { plainArray } from "../array-literal.ts";
import { gather } from "../gather.ts";
import type { SettingsRow } from "../merchant/settings.ts";
import type { Database, Queryable } from "../pool.ts";

/** The fees and flags that movements depend on, per merchant and mode. Kobo. */
export type MoneySettingsRow = Pick<
  SettingsRow,
  "transferBaseFee" | "merchantFee" | "batchItemFee" | "internalTransfers" | "canDebitCustomer"
>;

const columns = `transfer_base_fee as "transferBaseFee", transfer_merchant_fee as "merchantFee",
  batch_item_fee as "batchItemFee", internal_transfers as "internalTransfers", can_debit_customer as "canDebitCustomer"`;

export async function findMoneySettings(db: Queryable, tenantId: number): Promise<MoneySettingsRow | undefined> {
  const { rows } = await db.query<MoneySettingsRow>(`select ${columns} from tenant_settings where tenant = $1`, [
    tenantId,
  ]);
  return rows[0];
}

/** The same for requests at the same time, which share one read of one row. */
export function findSharedMoneySettings(db: Database, tenantId: number): Promise<MoneySettingsRow | undefined> {
  return findGathered(db, tenantId);
}

const findGathered = gather(async (db, tenants: readonly number[]) => {
  const { rows } = await db.query<MoneySettingsRow & { tenant: number }>({
    name: "find-money-settings",
    text: `select tenant, ${columns} from tenant_settings where tenant = any($1::int[])`,
    values: [plainArray([...new Set(tenants)])],
  });
  const found = new Map(rows.map(({ tenant, ...settings }) => [tenant, settings]));
  return tenants.map((tenant): MoneySettingsRow | undefined => found.get(tenant));
});
