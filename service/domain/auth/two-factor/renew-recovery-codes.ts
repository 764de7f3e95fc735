import { findSecondFactors } from "../../../db/auth/two-factors.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { checkSecondFactor, SIGNED_IN } from "./check-second-factor.ts";
import { makeRecoveryCodes } from "./confirm-two-factor.ts";
import { requirePassword } from "./start-two-factor.ts";

/**
 * Creates ten new recovery codes and invalidates the old ones. Requires the password and a code of the app or an old
 * recovery code.
 * @throws `wrong_password`, `code_missing`, `code_wrong`, `two_factor_not_started`, `login_locked`
 */
export async function renewRecoveryCodes(
  ctx: Context,
  input: { currentPassword: string; code?: string | undefined },
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = memberActor(ctx);
  await requirePassword(ctx, userId, input.currentPassword);
  await checkSecondFactor(ctx, { id: userId }, input.code, SIGNED_IN);
  return await inTransaction(ctx.db, async (tx) => {
    const { enabledAt, passkeys } = await findSecondFactors(tx, userId);
    if (enabledAt === null && passkeys === 0) throw new Failure("two_factor_not_started");
    await recordAudit(tx, ctx, { action: "two_factor.renew_codes", object: { kind: "user", id: userId } });
    await queueSecurityNotice(tx, ctx, { kind: "recovery_codes_renewed", to: { userId } });
    return { recoveryCodes: await makeRecoveryCodes(tx, ctx, userId) };
  });
}
