import type { Queryable, Transaction } from "../pool.ts";

/** Limits of one tier in kobo; `null` means no limit. */
export type TierRuleRow = {
  tier: 1 | 2 | 3;
  dailyLimit: bigint | null;
  singleLimit: bigint | null;
  minBalance: bigint;
  maxBalance: bigint | null;
};

/** Inserts the fees, limits and flags of a new tenant: the table's defaults and the given tier rules. API 4. */
export async function insertSettings(
  tx: Queryable,
  tenant: number,
  input: { canDebitCustomer: boolean; tierRules: readonly TierRuleRow[]; at: Date },
): Promise<void> {
  await tx.query("insert into tenant_settings (tenant, can_debit_customer, updated_at) values ($1, $2, $3)", [
    tenant,
    input.canDebitCustomer,
    input.at,
  ]);
  await tx.query(
    `insert into tier_rules (tenant, tier, daily_limit, single_limit, min_balance, max_balance)
     select $1, * from unnest($2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])`,
    [
      tenant,
      input.tierRules.map((rule) => rule.tier),
      input.tierRules.map((rule) => rule.dailyLimit),
      input.tierRules.map((rule) => rule.singleLimit),
      input.tierRules.map((rule) => rule.minBalance),
      input.tierRules.map((rule) => rule.maxBalance),
    ],
  );
}

const tierColumns = `tier, daily_limit as "dailyLimit", single_limit as "singleLimit", min_balance as "minBalance",
  max_balance as "maxBalance"`;

/** Returns a tenant's limits of all three tiers, lowest tier first. */
export async function findTierRules(db: Queryable, tenant: number): Promise<TierRuleRow[]> {
  const { rows } = await db.query<TierRuleRow>({
    name: "find-tier-rules",
    text: `select ${tierColumns} from tier_rules where tenant = $1 order by tier`,
    values: [tenant],
  });
  return rows;
}

/** All settings of one tenant except the tiers. Kobo; a limit of `null` means no limit. */
export type SettingsRow = {
  transferBaseFee: bigint;
  merchantFee: bigint;
  batchItemFee: bigint;
  walletCreationFee: bigint;
  merchantDailyLimit: bigint | null;
  canDebitCustomer: boolean;
  internalTransfers: boolean;
  /** Look-ups in a real identity registry per Lagos day. */
  identityDailyQuota: number;
  /** Requests a minute with one key or session, and of the merchant; null: the default of the service. */
  requestsPerKey: number | null;
  requestsPerMerchant: number | null;
  /** Postings in each turn of the ledger's queue; null: one. Decision 0195. */
  queueWeight: number | null;
  requirePinForDebit: boolean;
  requireTwoFactor: boolean;
  /** Whether sessions of the API move money at once, up to the member's approval limit. */
  membersMayMoveMoney: boolean;
  /** Approval rules by amount; null: no such amount. Decision 0117. */
  noApprovalBelow: bigint | null;
  twoApproversFrom: bigint | null;
  webhookMode: "LEGACY" | "SUBSCRIPTIONS" | "BOTH";
  callbackUrl: string | null;
  /** The emergency freeze of all wallets; the three are null together. */
  walletsFrozenAt: Date | null;
  walletsFrozenReason: string | null;
  walletsFrozenBy: string | null;
};

const columns = `transfer_base_fee as "transferBaseFee", transfer_merchant_fee as "merchantFee",
  batch_item_fee as "batchItemFee", wallet_creation_fee as "walletCreationFee",
  merchant_daily_limit as "merchantDailyLimit", can_debit_customer as "canDebitCustomer",
  internal_transfers as "internalTransfers", identity_daily_quota as "identityDailyQuota",
  requests_per_key as "requestsPerKey", requests_per_merchant as "requestsPerMerchant",
  queue_weight as "queueWeight", require_pin_for_debit as "requirePinForDebit", require_two_factor as "requireTwoFactor",
  members_may_move_money as "membersMayMoveMoney", no_approval_below as "noApprovalBelow",
  two_approvers_from as "twoApproversFrom", webhook_mode as "webhookMode",
  callback_url as "callbackUrl", wallets_frozen_at as "walletsFrozenAt", wallets_frozen_reason as "walletsFrozenReason",
  wallets_frozen_by as "walletsFrozenBy"`;

/** Returns the settings of these tenants, by tenant; does not lock. */
export async function findSettings(
  db: Queryable,
  tenants: readonly number[],
): Promise<ReadonlyMap<number, SettingsRow>> {
  const { rows } = await db.query<SettingsRow & { tenant: number }>({
    name: "find-settings",
    text: `select tenant, ${columns} from tenant_settings where tenant = any($1::int[])`,
    values: [tenants],
  });
  return new Map(rows.map(({ tenant, ...settings }) => [tenant, settings]));
}

/** Returns the settings and locks them until `tx` ends, so that the audit row's `before` is exact. */
export async function lockSettings(tx: Transaction, tenant: number): Promise<SettingsRow | undefined> {
  const { rows } = await tx.query<SettingsRow>(`select ${columns} from tenant_settings where tenant = $1 for update`, [
    tenant,
  ]);
  return rows[0];
}

/** The settings that the platform changes; fees in kobo. */
export type PlatformSettings = Pick<
  SettingsRow,
  | "transferBaseFee"
  | "merchantFee"
  | "batchItemFee"
  | "walletCreationFee"
  | "canDebitCustomer"
  | "internalTransfers"
  | "identityDailyQuota"
  | "requestsPerKey"
  | "requestsPerMerchant"
  | "queueWeight"
>;

export async function updatePlatformSettings(
  tx: Transaction,
  tenant: number,
  settings: PlatformSettings,
  at: Date,
): Promise<void> {
  await tx.query(
    `update tenant_settings set transfer_base_fee = $2, transfer_merchant_fee = $3, batch_item_fee = $4,
       wallet_creation_fee = $5, can_debit_customer = $6, internal_transfers = $7, updated_at = $8, identity_daily_quota = $9,
       requests_per_key = $10, requests_per_merchant = $11, queue_weight = $12
     where tenant = $1`,
    [
      tenant,
      settings.transferBaseFee,
      settings.merchantFee,
      settings.batchItemFee,
      settings.walletCreationFee,
      settings.canDebitCustomer,
      settings.internalTransfers,
      at,
      settings.identityDailyQuota,
      settings.requestsPerKey,
      settings.requestsPerMerchant,
      settings.queueWeight,
    ],
  );
}

export type RateLimitRow = Pick<SettingsRow, "requestsPerKey" | "requestsPerMerchant" | "queueWeight"> & {
  tenant: number;
};

/** Returns the rate limits and queue weights of all tenants for which the platform has set one. */
export async function findRateLimits(db: Queryable): Promise<RateLimitRow[]> {
  const { rows } = await db.query<RateLimitRow>(
    `select tenant, requests_per_key as "requestsPerKey", requests_per_merchant as "requestsPerMerchant",
       queue_weight as "queueWeight"
     from tenant_settings where requests_per_key is not null or requests_per_merchant is not null or queue_weight is not null`,
  );
  return rows;
}

/** The settings that the merchant changes, and the two flags that the merchant changes in SANDBOX. Kobo. */
export type MerchantOwnSettings = Pick<
  SettingsRow,
  | "merchantFee"
  | "merchantDailyLimit"
  | "requirePinForDebit"
  | "requireTwoFactor"
  | "membersMayMoveMoney"
  | "noApprovalBelow"
  | "twoApproversFrom"
  | "canDebitCustomer"
  | "internalTransfers"
  | "webhookMode"
>;

export async function updateOwnSettings(
  tx: Transaction,
  tenant: number,
  settings: MerchantOwnSettings,
  at: Date,
): Promise<void> {
  await tx.query(
    `update tenant_settings set transfer_merchant_fee = $2, merchant_daily_limit = $3, require_pin_for_debit = $4,
       can_debit_customer = $5, internal_transfers = $6, webhook_mode = $7, updated_at = $8, require_two_factor = $9,
       members_may_move_money = $10, no_approval_below = $11, two_approvers_from = $12
     where tenant = $1`,
    [
      tenant,
      settings.merchantFee,
      settings.merchantDailyLimit,
      settings.requirePinForDebit,
      settings.canDebitCustomer,
      settings.internalTransfers,
      settings.webhookMode,
      at,
      settings.requireTwoFactor,
      settings.membersMayMoveMoney,
      settings.noApprovalBelow,
      settings.twoApproversFrom,
    ],
  );
}

/** Begins the emergency freeze of all wallets of a tenant, or ends it with `null`. */
export async function updateWalletFreezeOfAll(
  tx: Transaction,
  tenant: number,
  freeze: { reason: string; by: string } | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `update tenant_settings set wallets_frozen_at = $2, wallets_frozen_reason = $3, wallets_frozen_by = $4, updated_at = $5
     where tenant = $1`,
    [tenant, freeze && at, freeze?.reason ?? null, freeze?.by ?? null, at],
  );
}

/** Whether all wallets of a tenant are frozen in an emergency; does not lock. */
export async function areWalletsFrozen(db: Queryable, tenant: number): Promise<boolean> {
  const { rows } = await db.query<{ frozen: boolean }>(
    "select wallets_frozen_at is not null as frozen from tenant_settings where tenant = $1",
    [tenant],
  );
  return rows[0]?.frozen ?? false;
}

/** Sets the callback URL of one mode; null sends no callbacks. */
export async function updateCallbackUrl(tx: Transaction, tenant: number, url: string | null, at: Date): Promise<void> {
  await tx.query("update tenant_settings set callback_url = $2, updated_at = $3 where tenant = $1", [tenant, url, at]);
}

/** Returns one tier's limits and locks them until `tx` ends. */
export async function lockTierRule(tx: Transaction, tenant: number, tier: 1 | 2 | 3): Promise<TierRuleRow | undefined> {
  const { rows } = await tx.query<TierRuleRow>(
    `select ${tierColumns} from tier_rules where tenant = $1 and tier = $2 for update`,
    [tenant, tier],
  );
  return rows[0];
}

export async function updateTierRule(tx: Transaction, tenant: number, rule: TierRuleRow): Promise<void> {
  await tx.query(
    `update tier_rules set daily_limit = $3, single_limit = $4, min_balance = $5, max_balance = $6
     where tenant = $1 and tier = $2`,
    [tenant, rule.tier, rule.dailyLimit, rule.singleLimit, rule.minBalance, rule.maxBalance],
  );
}

/** Sets the callback URL of a tenant, and whether events go to it, to subscriptions, or to both. Webhooks 1. */
export async function updateWebhookRouting(
  tx: Transaction,
  tenant: number,
  routing: Pick<SettingsRow, "webhookMode" | "callbackUrl">,
  at: Date,
): Promise<void> {
  await tx.query("update tenant_settings set webhook_mode = $2, callback_url = $3, updated_at = $4 where tenant = $1", [
    tenant,
    routing.webhookMode,
    routing.callbackUrl,
    at,
  ]);
}
