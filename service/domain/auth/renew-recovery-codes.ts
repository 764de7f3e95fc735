import { inTransaction } from "../../db/pool.ts";
import { lockTwoFactor } from "../../db/two-factors.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { memberActor } from "../team/member-actor.ts";
import { makeRecoveryCodes } from "./confirm-two-factor.ts";
import { provePassword } from "./start-two-factor.ts";

/** Makes ten new recovery codes; the old ones stop working. @throws `wrong_password`, `two_factor_not_started`, `login_locked` */
export async function renewRecoveryCodes(
  ctx: Context,
  input: { currentPassword: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = memberActor(ctx);
  await provePassword(ctx, userId, input.currentPassword);
  return await inTransaction(ctx.db, async (tx) => {
    const factor = await lockTwoFactor(tx, userId);
    if (!factor?.enabledAt) throw new Failure("two_factor_not_started");
    await recordAudit(tx, ctx, { action: "two_factor.renew_codes", object: { kind: "user", id: userId } });
    return { recoveryCodes: await makeRecoveryCodes(tx, ctx, userId) };
  });
}
