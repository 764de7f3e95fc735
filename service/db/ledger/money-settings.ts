import type { SettingsRow } from "../merchant/settings.ts";
import type { Queryable } from "../pool.ts";

/** The fees and flags that movements depend on, per merchant and mode. Kobo. */
export type MoneySettingsRow = Pick<
  SettingsRow,
  "transferBaseFee" | "merchantFee" | "batchItemFee" | "internalTransfers" | "canDebitCustomer"
>;

export async function findMoneySettings(db: Queryable, tenantId: number): Promise<MoneySettingsRow | undefined> {
  const { rows } = await db.query<MoneySettingsRow>(
    `select transfer_base_fee as "transferBaseFee", transfer_merchant_fee as "merchantFee",
       batch_item_fee as "batchItemFee", internal_transfers as "internalTransfers",
       can_debit_customer as "canDebitCustomer"
     from tenant_settings where tenant = $1`,
    [tenantId],
  );
  return rows[0];
}
