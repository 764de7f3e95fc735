import { randomInt } from "node:crypto";
import { isSmsCodeTaken } from "../../../db/auth/registrations.ts";
import { findUserByEmail } from "../../../db/auth/users.ts";
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

type Code = { plain: string; hash: Buffer };
/** `sms` is null where no text message may open the account. */
export type ActivationCodes = { mail: Code; sms: Code | null; sentAt: Date; expiresAt: Date };

/**
 * A code for the mail and another one for the text message. The mailed code confirms the e-mail, so it has twelve
 * digits: it cannot be guessed by clients that send the code alone (Wire 4.20), from however many addresses. The texted
 * code has six, unique among open registrations, and confirms nothing. An e-mail that has a user gets no texted code: it
 * would let the owner of any phone continue as that user. Decision 0076.
 */
export async function newActivationCodes(
  tx: Transaction,
  ctx: Pick<PublicContext, "clock" | "providers">,
  email: string,
): Promise<ActivationCodes> {
  const sms = (await findUserByEmail(tx, email)) ? null : await freeSmsCode(tx, ctx);
  return { mail: newMailedCode(ctx), sms, ...validity(ctx) };
}

/** The code that confirms an e-mail. Stored as a keyed hash. */
export function newMailedCode(ctx: Pick<PublicContext, "providers">): Code {
  return codeOf(ctx, digits(12));
}

/** When a code that is sent now was sent and when it expires. */
export function validity(ctx: Pick<PublicContext, "clock">): { sentAt: Date; expiresAt: Date } {
  const sentAt = ctx.clock.now();
  return { sentAt, expiresAt: new Date(sentAt.getTime() + CODE_HOURS * 3_600_000) };
}

export function hashOfCode(ctx: Pick<PublicContext, "providers">, code: string): Buffer {
  return ctx.providers.secrets.keyedHash(code, "activation_code");
}

/**
 * Sends the codes by e-mail and SMS (Spec 4.20) in the transaction that stores them. A number over its limit gets no
 * SMS.
 */
export async function sendActivationCodes(
  tx: Transaction,
  ctx: PublicContext,
  to: { email: string; phoneNumber: string; firstName: string; businessName: string },
  { mail, sms, expiresAt }: ActivationCodes,
): Promise<void> {
  const message = { tenant: null, subject: "Your activation code", goodUntil: expiresAt };
  const link = ctx.dashboardUrl ? `\n\nOr open ${ctx.dashboardUrl}/activate#${mail.plain}` : "";
  await queueMessage(tx, ctx, {
    ...message,
    channel: "email",
    to: to.email,
    text: `Hello ${safeMailText(to.firstName)},\n\nyour activation code is ${mail.plain}\n\nIt opens the account of ${safeMailText(to.businessName)}, confirms this e-mail and expires in ${CODE_HOURS} hours.${link}\n\nIf you did not register, ignore this mail.`,
  });
  if (!sms) return;
  if (!(await isWithinLimit(tx, { ...ctx, address: "any" }, `sms ${to.phoneNumber}`, TEXTS))) return;
  if (!(await hasSmsQuota(tx, ctx, to.phoneNumber))) return;
  await queueMessage(tx, ctx, {
    ...message,
    channel: "sms",
    to: to.phoneNumber,
    text: `Your activation code is ${sms.plain} and expires in ${CODE_HOURS} hours.`,
  });
}

async function freeSmsCode(tx: Transaction, ctx: Pick<PublicContext, "providers">): Promise<Code> {
  for (let tries = 0; tries < 20; tries++) {
    const code = codeOf(ctx, digits(6));
    if (!(await isSmsCodeTaken(tx, code.hash))) return code;
  }
  throw new Error("no activation code is free");
}

function codeOf(ctx: Pick<PublicContext, "providers">, plain: string): Code {
  return { plain, hash: hashOfCode(ctx, plain) };
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, "0");
}
