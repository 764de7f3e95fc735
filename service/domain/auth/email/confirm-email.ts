import { takeEmailConfirmation } from "../../../db/auth/email-confirmations.ts";
import { confirmEmailOfUser } from "../../../db/auth/users.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { hashOfCode } from "../sign-in/activation-code.ts";
import { limitGuesses } from "../sign-in/attempt-limit.ts";

const ATTEMPTS = 10;

/**
 * Confirms the caller's e-mail with the mailed code: the one of the registration, or a newer one. The code works once.
 * API 6, decision 0076. @throws `code_invalid`; `login_locked` after ten wrong codes of this person
 */
export async function confirmEmail(ctx: Context, input: { code: string }): Promise<void> {
  const { userId } = memberActor(ctx);
  await limitGuesses({ ...ctx, address: "any" }, `confirm ${userId}`, ATTEMPTS, () =>
    inTransaction(ctx.db, async (tx) => {
      const now = ctx.clock.now();
      const isRight = await takeEmailConfirmation(tx, { userId, hash: hashOfCode(ctx, input.code), now });
      if (!isRight) throw new Failure("code_invalid");
      await confirmEmailOfUser(tx, userId, now);
      await recordAudit(tx, ctx, { action: "user.confirm_email", object: { kind: "user", id: userId } });
      await queueSecurityNotice(tx, ctx, { kind: "email_confirmed", to: { userId } });
    }),
  );
}
