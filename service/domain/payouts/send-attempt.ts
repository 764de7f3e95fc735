import type { ClaimedPayout } from "../../db/payouts/payout-attempts.ts";
import type { Rail } from "../../providers/rails/rail.ts";
import type { Services } from "../context.ts";
import type { AttemptResult } from "./decide-outcome.ts";
import { compareNames } from "./name-match.ts";

/** The result of one exchange with a rail, with the enquiry that preceded a sending. */
export type Exchange = { result: AttemptResult; enquiryId: string | null };

/**
 * Sends a claimed attempt once, after asking the bank for the name again. Money that goes back to its sender goes to the account that
 * it came from, under any name. Nothing is sent after `sendBefore`: by then another worker may
 * already ask what became of it. Rails 3.
 */
export async function sendAttempt(
  { clock }: Pick<Services, "clock">,
  rail: Rail,
  claimed: ClaimedPayout,
  sendBefore: Date,
): Promise<Exchange> {
  const { bankCode, accountNumber, accountName } = claimed;
  const enquiry = await rail.enquire({ bankCode, accountNumber });
  if (enquiry.outcome === "not_found") return refused(enquiry.code, "The bank has no such account");
  if (enquiry.outcome === "unavailable") return unsent(enquiry.code, "The bank could not be asked for the name");
  if (!claimed.isReturn && compareNames(accountName, enquiry.accountName) === "NONE") {
    return refused("name_mismatch", "The account has another holder now");
  }
  if (clock.now() >= sendBefore) return unsent("late", "The bank took too long to give the name");
  const result = await rail.send({
    sessionId: claimed.sessionId,
    reference: claimed.reference,
    amount: claimed.amount,
    source: { accountNumber: claimed.payerNumber, accountName: asciiOf(claimed.payerName) },
    destination: { bankCode, accountNumber, accountName: asciiOf(enquiry.accountName) },
    narration: claimed.narration,
    enquiryId: enquiry.enquiryId,
    createdAt: claimed.attemptedAt,
  });
  return { result, enquiryId: enquiry.enquiryId };
}

function refused(code: string, reason: string): Exchange {
  return { result: { outcome: "failed", code, final: true, reason }, enquiryId: null };
}

function unsent(code: string, reason: string): Exchange {
  return { result: { outcome: "unsent", code, reason }, enquiryId: null };
}

/** Names without accents; rails carry ASCII only. */
function asciiOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, " ")
    .trim();
}
