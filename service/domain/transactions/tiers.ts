import { findTierRules } from "../../db/merchant/settings.ts";
import type { TierNumber, TierRule, TierRules } from "../../ledger/account.ts";
import type { Context } from "../context.ts";

/** Loads the tenant's limits by tier for the ledger's rules. API 4. */
export async function findTiers(ctx: Context): Promise<TierRules> {
  const rows = await findTierRules(ctx.db, ctx.tenant.id);
  const ruleOf = (tier: TierNumber): TierRule => {
    const rule = rows.find((row) => row.tier === tier);
    if (!rule) throw new Error(`tenant ${ctx.tenant.id} has no rules for tier ${tier}`);
    return rule;
  };
  return { 1: ruleOf(1), 2: ruleOf(2), 3: ruleOf(3) };
}
