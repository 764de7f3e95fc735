import { randomBytes } from "node:crypto";
import { lockResetTarget, savePasswordReset } from "../../../db/auth/password-resets.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { safeMailText } from "../../messages/mail-text.ts";
import { queueMessage } from "../../messages/queue-message.ts";
import { hashOfToken } from "../sessions/tokens.ts";
import { isWithinLimit, limitAttempts } from "../sign-in/attempt-limit.ts";

const CODE_HOURS = 24;
const RESEND_SECONDS = 60;
const ATTEMPTS = 20;
/**
 * Mail limit per e-mail in fifteen minutes: each mail invalidates the previous code, and the owner must be able to use
 * one.
 */
const MAILS = 5;

/**
 * Sends a reset code when the e-mail belongs to a person. The answer is the same for every e-mail. Sends at most one
 * mail a minute and five in fifteen minutes. A code has 160 random bits, works once and replaces the previous one.
 * Wire 5.
 * @throws `login_locked` after 20 attempts from one address
 */
export async function requestPasswordReset(ctx: PublicContext, input: { email: string }): Promise<void> {
  await limitAttempts(ctx, "forget", ATTEMPTS);
  const email = input.email.toLowerCase();
  await inTransaction(ctx.db, async (tx) => {
    const target = await lockResetTarget(tx, email);
    const now = ctx.clock.now();
    if (!target || (target.sentAt && now.getTime() - target.sentAt.getTime() < RESEND_SECONDS * 1000)) return;
    if (!(await isWithinLimit(tx, { ...ctx, address: "any" }, `forget ${email}`, MAILS))) return;
    const code = randomBytes(20).toString("base64url");
    const expiresAt = new Date(now.getTime() + CODE_HOURS * 3_600_000);
    await savePasswordReset(tx, { userId: target.userId, codeHash: hashOfToken(code), sentAt: now, expiresAt });
    const link = ctx.dashboardUrl ? `\n\nOr open ${ctx.dashboardUrl}/reset#${code}` : "";
    await queueMessage(tx, ctx, {
      tenant: null,
      channel: "email",
      to: email,
      subject: "Reset your password",
      text: `Hello ${safeMailText(target.firstName)},\n\nyour reset code is ${code}\n\nIt expires in ${CODE_HOURS} hours.${link}\n\nIf you did not ask for it, ignore this mail: your password stays.`,
      goodUntil: expiresAt,
    });
  });
}
