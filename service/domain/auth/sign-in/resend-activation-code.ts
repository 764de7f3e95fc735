import { lockNewestRegistration, updateRegistrationCodes } from "../../../db/auth/registrations.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { newActivationCodes, RESEND_SECONDS, sendActivationCodes } from "./activation-code.ts";
import { isWithinLimit, limitAttempts } from "./attempt-limit.ts";

const ATTEMPTS = 20;
/**
 * Mail limit per e-mail in fifteen minutes: each mail invalidates the previous code, and the owner must be able to use
 * one.
 */
const MAILS = 5;

/**
 * Sends new activation codes when a registration with this e-mail is open; the old ones stop working. The answer is
 * the same for every e-mail. Sends at most one mail a minute and five in fifteen minutes. API 6.
 * @throws `login_locked` after 20 attempts from one address
 */
export async function resendActivationCode(ctx: PublicContext, input: { email: string }): Promise<void> {
  await limitAttempts(ctx, "resend", ATTEMPTS);
  await inTransaction(ctx.db, (tx) => resendCode(tx, ctx, input.email.toLowerCase()));
}

/** The same inside a transaction; also for a sign-in before activation (Wire 4.20). */
export async function resendCode(tx: Transaction, ctx: PublicContext, email: string): Promise<void> {
  const registration = await lockNewestRegistration(tx, email);
  if (!registration) return;
  if (ctx.clock.now().getTime() - registration.sentAt.getTime() < RESEND_SECONDS * 1000) return;
  if (!(await isWithinLimit(tx, { ...ctx, address: "any" }, `resend ${email}`, MAILS))) return;
  const codes = await newActivationCodes(tx, ctx, email);
  const { sentAt, expiresAt } = codes;
  const hashes = { codeHash: codes.mail.hash, smsCodeHash: codes.sms?.hash ?? null };
  await updateRegistrationCodes(tx, registration.id, { ...hashes, sentAt, expiresAt });
  await sendActivationCodes(tx, ctx, registration, codes);
}
