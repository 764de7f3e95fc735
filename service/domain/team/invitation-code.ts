import { randomBytes } from "node:crypto";
import type { Transaction } from "../../db/pool.ts";
import { hashOfToken } from "../auth/sessions/tokens.ts";
import { isWithinLimit } from "../auth/sign-in/attempt-limit.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { safeMailText } from "../messages/mail-text.ts";
import { queueMessage } from "../messages/queue-message.ts";

const DAYS = 7;
/** Invitation limit per merchant in fifteen minutes: any merchant can invite any address. */
const MAILS = 100;

export type InvitationCode = { plain: string; hash: Buffer; expiresAt: Date };

/** 160 random bits, valid for seven days, stored hashed. */
export function newInvitationCode(now: Date): InvitationCode {
  const plain = randomBytes(20).toString("base64url");
  return { plain, hash: hashOfToken(plain), expiresAt: new Date(now.getTime() + DAYS * 86_400_000) };
}

/** Sends the code by e-mail in the transaction that stores it. @throws `invitation_limit` */
export async function sendInvitation(
  tx: Transaction,
  ctx: Context,
  to: { email: string; businessName: string; role: string; inviter: string },
  code: InvitationCode,
): Promise<void> {
  const fromAnywhere = { ...ctx, address: "any" };
  if (!(await isWithinLimit(tx, fromAnywhere, `invitations ${ctx.tenant.merchantId}`, MAILS))) {
    throw new Failure("invitation_limit");
  }
  const business = safeMailText(to.businessName);
  const link = ctx.dashboardUrl ? `\n\nOr open ${ctx.dashboardUrl}/invite#${code.plain}` : "";
  await queueMessage(tx, ctx, {
    tenant: ctx.tenant,
    channel: "email",
    to: to.email,
    subject: `${business} invites you to its team`,
    text: `Hello,\n\n${safeMailText(to.inviter)} invites you to the team of ${business} as ${safeMailText(to.role)}. Your invitation code is ${code.plain}\n\nIt expires in ${DAYS} days.${link}\n\nIf you do not know them, ignore this mail.`,
    goodUntil: code.expiresAt,
  });
}
