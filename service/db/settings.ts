import type { Queryable } from "./pool.ts";

/** Limits of one tier in kobo; `null` means none. */
export type TierRuleRow = {
  tier: 1 | 2 | 3;
  dailyLimit: bigint | null;
  singleLimit: bigint | null;
  minBalance: bigint;
  maxBalance: bigint | null;
};

/** Fees, limits and flags of a new tenant: the table's defaults, and the given tier rules. Api 4. */
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
