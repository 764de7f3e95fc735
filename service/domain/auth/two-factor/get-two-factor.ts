import { findTwoFactorState } from "../../../db/auth/two-factors.ts";
import { findSettings } from "../../../db/merchant/settings.ts";
import type { Context } from "../../context.ts";
import { memberActor } from "../member-actor.ts";

/** Whether the caller's second factor is on, and whether approving requires one in the context's mode. */
export async function getTwoFactor(ctx: Context) {
  const { userId } = memberActor(ctx);
  const [{ enabledAt, recoveryCodesLeft }, settings] = await Promise.all([
    findTwoFactorState(ctx.db, userId),
    findSettings(ctx.db, [ctx.tenant.id]),
  ]);
  return {
    enabled: enabledAt !== null,
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft,
    requiredForApprovals: settings.get(ctx.tenant.id)?.requireTwoFactor ?? false,
  };
}
