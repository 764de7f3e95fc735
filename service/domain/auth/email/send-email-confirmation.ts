import { lockEmailConfirmation, saveEmailConfirmation } from "../../../db/auth/email-confirmations.ts";
import { findUser } from "../../../db/auth/users.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { queueMessage } from "../../messages/queue-message.ts";
import { memberActor } from "../member-actor.ts";
import { CODE_HOURS, newMailedCode, RESEND_SECONDS, validity } from "../sign-in/activation-code.ts";
import { isWithinLimit } from "../sign-in/attempt-limit.ts";

/** Mail limit per person in fifteen minutes. */
const MAILS = 5;

/**
 * Mails the caller a new code that confirms their e-mail; the old one stops working. At most one mail a minute and five
 * in fifteen minutes; none when the e-mail is confirmed. API 6, decision 0076.
 */
export async function sendEmailConfirmation(ctx: Context): Promise<void> {
  const { userId } = memberActor(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const user = await findUser(tx, userId);
    if (!user || user.emailConfirmedAt) return;
    const before = await lockEmailConfirmation(tx, userId);
    if (before && ctx.clock.now().getTime() - before.sentAt.getTime() < RESEND_SECONDS * 1000) return;
    if (!(await isWithinLimit(tx, { ...ctx, address: "any" }, `confirm mail ${userId}`, MAILS))) return;
    const code = newMailedCode(ctx);
    const { sentAt, expiresAt } = validity(ctx);
    await saveEmailConfirmation(tx, { userId, codeHash: code.hash, sentAt, expiresAt });
    const link = ctx.dashboardUrl ? `\n\nOr open ${ctx.dashboardUrl}/settings/me#${code.plain}` : "";
    await queueMessage(tx, ctx, {
      tenant: ctx.tenant,
      channel: "email",
      to: user.email,
      subject: "Confirm your e-mail",
      text: `Hello,\n\nyour confirmation code is ${code.plain}\n\nEnter it under Settings, Profile. It expires in ${CODE_HOURS} hours.${link}\n\nIf you have no account with us, ignore this mail.`,
      goodUntil: expiresAt,
    });
  });
}
