import type { Queryable } from "./pool.ts";

/** Fees and flags that money verbs look at, per merchant and mode. Kobo. */
export type MoneySettingsRow = {
  transferBaseFee: bigint;
  transferMerchantFee: bigint;
  batchItemFee: bigint;
  internalTransfers: boolean;
  canDebitCustomer: boolean;
};

export async function findMoneySettings(db: Queryable, tenantId: number): Promise<MoneySettingsRow | undefined> {
  const { rows } = await db.query<MoneySettingsRow>(
    `select transfer_base_fee as "transferBaseFee", transfer_merchant_fee as "transferMerchantFee",
       batch_item_fee as "batchItemFee", internal_transfers as "internalTransfers",
       can_debit_customer as "canDebitCustomer"
     from tenant_settings where tenant = $1`,
    [tenantId],
  );
  return rows[0];
}

/** Limits of one tier in kobo; `null` means none. */
export type TierLimitsRow = {
  tier: 1 | 2 | 3;
  dailyLimit: bigint | null;
  singleLimit: bigint | null;
  minBalance: bigint;
  maxBalance: bigint | null;
};

/** The three tiers' limits of a tenant, lowest tier first. */
export async function findTierLimits(db: Queryable, tenantId: number): Promise<TierLimitsRow[]> {
  const { rows } = await db.query<TierLimitsRow>(
    `select tier, daily_limit as "dailyLimit", single_limit as "singleLimit", min_balance as "minBalance",
       max_balance as "maxBalance"
     from tier_rules where tenant = $1 order by tier`,
    [tenantId],
  );
  return rows;
}
