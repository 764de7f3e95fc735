import { findSecondFactors } from "../../../db/auth/two-factors.ts";
import { findSettings } from "../../../db/merchant/settings.ts";
import type { Context } from "../../context.ts";
import { memberActor } from "../member-actor.ts";

/** Whether the caller's authenticator app is on, how many passkeys and recovery codes they have, and whether approving requires one in the context's mode. */
export async function getTwoFactor(ctx: Context) {
  const { userId } = memberActor(ctx);
  const [{ enabledAt, recoveryCodesLeft, passkeys }, settings] = await Promise.all([
    findSecondFactors(ctx.db, userId),
    findSettings(ctx.db, [ctx.tenant.id]),
  ]);
  return {
    enabled: enabledAt !== null,
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft,
    passkeys,
    requiredForApprovals: settings.get(ctx.tenant.id)?.requireTwoFactor ?? false,
  };
}
