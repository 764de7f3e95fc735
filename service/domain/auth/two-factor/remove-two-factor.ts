import { deleteTwoFactor } from "../../../db/auth/two-factors.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { checkSecondFactor, SIGNED_IN } from "./check-second-factor.ts";
import { dropUnneededRecoveryCodes } from "./drop-second-factors.ts";
import { requirePassword } from "./start-two-factor.ts";

/**
 * Turns the caller's second factor off: requires the password and, where it is on, a code.
 * @throws `wrong_password`, `code_missing`, `code_wrong`, `two_factor_not_started`, `login_locked`
 */
export async function removeTwoFactor(
  ctx: Context,
  input: { currentPassword: string; code?: string | undefined },
): Promise<void> {
  const { userId } = memberActor(ctx);
  await requirePassword(ctx, userId, input.currentPassword);
  await checkSecondFactor(ctx, { id: userId }, input.code, SIGNED_IN);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteTwoFactor(tx, userId))) throw new Failure("two_factor_not_started");
    await dropUnneededRecoveryCodes(tx, userId);
    await recordAudit(tx, ctx, { action: "two_factor.disable", object: { kind: "user", id: userId } });
    await queueSecurityNotice(tx, ctx, { kind: "two_factor_off", to: { userId } });
  });
}
