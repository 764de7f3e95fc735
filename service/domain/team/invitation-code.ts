import { randomBytes } from "node:crypto";
import type { Transaction } from "../../db/pool.ts";
import { hashOfToken } from "../auth/tokens.ts";
import type { Services } from "../context.ts";
import { queueMessage } from "../messages/queue-message.ts";

const DAYS = 7;

export type InvitationCode = { plain: string; hash: Buffer; expiresAt: Date };

/** 160 random bits, good for seven days, kept hashed. */
export function newInvitationCode(now: Date): InvitationCode {
  const plain = randomBytes(20).toString("base64url");
  return { plain, hash: hashOfToken(plain), expiresAt: new Date(now.getTime() + DAYS * 86_400_000) };
}

/** By e-mail, in the transaction that keeps the code. */
export async function sendInvitation(
  tx: Transaction,
  ctx: Services,
  to: { email: string; businessName: string; role: string; inviter: string },
  code: InvitationCode,
): Promise<void> {
  const link = ctx.dashboardUrl ? `\n\nOr open ${ctx.dashboardUrl}/invite#${code.plain}` : "";
  await queueMessage(tx, ctx, {
    channel: "email",
    to: to.email,
    subject: `${to.businessName} invites you to its team`,
    text: `Hello,\n\n${to.inviter} invites you to the team of ${to.businessName} as ${to.role}. Your invitation code is ${code.plain}\n\nIt expires in ${DAYS} days.${link}\n\nIf you do not know them, ignore this mail.`,
    goodUntil: code.expiresAt,
  });
}
