import { randomInt } from "node:crypto";
import { isCodeTaken } from "../../../db/auth/registrations.ts";
import type { Transaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { safeMailText } from "../../messages/mail-text.ts";
import { queueMessage } from "../../messages/queue-message.ts";
import { hasSmsQuota } from "../../messages/sms-quota.ts";
import { isWithinLimit } from "./attempt-limit.ts";

export const CODE_HOURS = 24;
/** At most one mail a minute, however often it is requested. */
export const RESEND_SECONDS = 60;
/** SMS limit per number in fifteen minutes, over all callers: each text costs money. */
const TEXTS = 5;

export type ActivationCode = { plain: string; hash: Buffer; sentAt: Date; expiresAt: Date };

/**
 * Six digits, unique among open registrations, because the code alone identifies the registration (Wire 4.20). Stored
 * as a keyed hash.
 */
export async function newActivationCode(tx: Transaction, ctx: PublicContext): Promise<ActivationCode> {
  for (let tries = 0; tries < 20; tries++) {
    const plain = String(randomInt(1_000_000)).padStart(6, "0");
    const hash = hashOfCode(ctx, plain);
    const sentAt = ctx.clock.now();
    if (!(await isCodeTaken(tx, hash))) {
      return { plain, hash, sentAt, expiresAt: new Date(sentAt.getTime() + CODE_HOURS * 3_600_000) };
    }
  }
  throw new Error("no activation code is free");
}

export function hashOfCode(ctx: Pick<PublicContext, "providers">, code: string): Buffer {
  return ctx.providers.secrets.keyedHash(code, "activation_code");
}

/**
 * Sends the code by e-mail and SMS (Spec 4.20) in the transaction that stores it. A number over its limit gets no SMS.
 */
export async function sendActivationCode(
  tx: Transaction,
  ctx: PublicContext,
  to: { email: string; phoneNumber: string; firstName: string; businessName: string },
  code: ActivationCode,
): Promise<void> {
  const message = { subject: "Your activation code", goodUntil: code.expiresAt };
  const link = ctx.dashboardUrl ? `\n\nOr open ${ctx.dashboardUrl}/activate#${code.plain}` : "";
  await queueMessage(tx, ctx, {
    ...message,
    channel: "email",
    to: to.email,
    text: `Hello ${safeMailText(to.firstName)},\n\nyour activation code is ${code.plain}\n\nIt opens the account of ${safeMailText(to.businessName)} and expires in ${CODE_HOURS} hours.${link}\n\nIf you did not register, ignore this mail.`,
  });
  if (!(await isWithinLimit(tx, { ...ctx, address: "any" }, `sms ${to.phoneNumber}`, TEXTS))) return;
  if (!(await hasSmsQuota(tx, ctx, to.phoneNumber))) return;
  await queueMessage(tx, ctx, {
    ...message,
    channel: "sms",
    to: to.phoneNumber,
    text: `Your activation code is ${code.plain} and expires in ${CODE_HOURS} hours.`,
  });
}
