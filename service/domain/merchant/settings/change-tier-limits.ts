import { lockTierRule, type TierRuleRow, updateTierRule } from "../../../db/merchant/settings.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";

export type TierLimits = Omit<TierRuleRow, "tier">;

/**
 * Sets the limits of one tier in the context's mode, in kobo; `null` means no limit, omitted ones stay unchanged. API
 * 4, 6.
 */
export async function changeTierLimits(
  ctx: Context,
  tier: TierRuleRow["tier"],
  change: Partial<TierLimits>,
): Promise<TierLimits> {
  return await inTransaction(ctx.db, async (tx) => {
    const before = await lockTierRule(tx, ctx.tenant.id, tier);
    if (!before) throw new Error("the tenant has no such tier");
    const after = { ...before, ...change };
    await updateTierRule(tx, ctx.tenant.id, after);
    await recordAudit(tx, ctx, {
      action: "merchant.change_limits",
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      before: { ...before, tier: `TIER_${tier}` },
      after: { ...after, tier: `TIER_${tier}` },
    });
    return after;
  });
}
