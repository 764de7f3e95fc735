import { approvalMailTexts } from "../../../contract/texts/approval-mails.ts";
import {
  claimMailReader,
  type MailedApprovalRow,
  type MailReaderRow,
  takeApprovalMails,
  updateApprovalMailed,
} from "../../db/approvals/approval-mails.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { APPROVER_RIGHTS } from "../consent/approvers.ts";
import type { Services } from "../context.ts";
import { safeMailText } from "../messages/mail-text.ts";
import { queueMessage } from "../messages/queue-message.ts";

/** A member gets at most one digest in this time. */
const DIGEST_MS = 15 * 60_000;
/** What is older is on the page anyway. */
const WORTH_SENDING_MS = 86_400_000;
const MOST_LINES = 20;

/**
 * Mails members about requests that they may approve: one mail for each request, or a digest at most every 15 minutes, as each member
 * has chosen. The mail commits with the removal of its requests from the queue: several workers or a crash neither repeat nor lose it.
 * Requests that were decided meanwhile are left out. Returns the number of mails if there was one. Decision 0118.
 */
export async function mailApprovers(services: Services): Promise<{ mails: number } | undefined> {
  let mails = 0;
  let after: string | null = null;
  for (;;) {
    const mailed: Mailed | null = await inTransaction(services.db, (tx) => mailNext(tx, services, after));
    if (!mailed) return mails > 0 ? { mails } : undefined;
    mails += mailed.mails;
    after = mailed.merchantId;
  }
}

/** The merchant of a member, and the number of mails to this member. */
type Mailed = { merchantId: string; mails: number };

/** Mails the next member, one of the merchant behind `after`; null if no member is left. */
async function mailNext(tx: Transaction, services: Services, after: string | null): Promise<Mailed | null> {
  const at = services.clock.now();
  const digestBefore = new Date(at.getTime() - DIGEST_MS);
  const reader = await claimMailReader(tx, APPROVER_RIGHTS, { digestBefore, after });
  if (!reader) return null;
  const requests = await takeApprovalMails(tx, reader, at);
  if (!reader.isApprover || reader.mode === "off" || requests.length === 0) {
    return { merchantId: reader.merchantId, mails: 0 };
  }
  await updateApprovalMailed(tx, reader.memberId, at);
  const mails = reader.mode === "each" ? requests.map((request) => [request]) : [requests];
  for (const listed of mails) {
    await queueMessage(tx, services, {
      tenant: listed[0] ? { id: listed[0].tenant } : null,
      channel: "email",
      to: reader.email,
      subject: approvalMailTexts.subject(listed.length),
      text: mailText(services, reader, listed),
      goodUntil: new Date(at.getTime() + WORTH_SENDING_MS),
    });
  }
  return { merchantId: reader.merchantId, mails: mails.length };
}

function mailText(
  { dashboardUrl }: Pick<Services, "dashboardUrl">,
  { firstName, mode }: MailReaderRow,
  requests: readonly MailedApprovalRow[],
): string {
  const lines = requests.slice(0, MOST_LINES).map((request) => {
    const link = dashboardUrl ? `\n  ${dashboardUrl}/approvals/${request.id}` : "";
    return `- ${lineOf(request)}${link}`;
  });
  const rest = requests.length - lines.length;
  if (rest > 0) lines.push(`- ${approvalMailTexts.more(rest)}${dashboardUrl ? `\n  ${dashboardUrl}/approvals` : ""}`);
  return approvalMailTexts.body({ name: safeMailText(firstName), lines, isDigest: mode === "digest" });
}

function lineOf({
  kind,
  amount,
  reference,
  fileName,
  creatorName,
  expiresAt,
  mode,
  approversNeeded,
  firstApproverName,
}: MailedApprovalRow) {
  return approvalMailTexts.line({
    kind,
    amount,
    reference: safeMailText(reference),
    fileName: fileName === null ? null : safeMailText(fileName),
    requester: safeMailText(creatorName),
    expires: `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    isSandbox: mode === "SANDBOX",
    first: approversNeeded === 2 ? safeMailText(firstApproverName ?? "") : null,
  });
}
