import { randomInt } from "node:crypto";
import * as z from "zod";
import { storableText } from "../../storable-text.ts";
import { isSignedCallback } from "../callback-signature.ts";
import { parseExactJson } from "../exact-json.ts";
import { koboOf, nairaText } from "../naira-text.ts";
import {
  type BankAccount,
  type Enquiry,
  type Rail,
  type RailAttempt,
  type RailOutcome,
  RailUnavailable,
} from "../rail.ts";
import { NoAnswer, NotSent, type RailReply } from "../rail-http.ts";
import { type GatewayOptions, openGateway } from "./gateway.ts";
import { readBankCallback } from "./read-callback.ts";
import { outcomeOfCode } from "./response-codes.ts";

export type EasyPayOptions = GatewayOptions & {
  /** The rail's name in our tables and paths. */
  name: string;
  /** Our six digits at the gateway: session IDs begin with them. */
  senderCode: string;
  /** The bank of the account that pays, and the mandate by which the gateway debits it. */
  sourceBankCode: string;
  source: { accountNumber: string; accountName: string; bvn: string };
  billerId: string;
  mandateReference: string;
  /** Signs callbacks; null where the gateway sends none. */
  callbackSecret: string | null;
};

/** As text: a reply of this gateway holds identifiers both with and without quotes. */
const Text = z.string().max(300);
const Answer = z.object({
  responseCode: Text,
  transactionId: Text.optional(),
  sessionID: Text.optional(),
  nameEnquiryRef: Text.nullish(),
  amount: Text.nullish(),
});
const EnquiryAnswer = Answer.extend({
  accountName: Text.nullish(),
  accountNumber: Text.nullish(),
  kycLevel: Text.nullish(),
  bankVerificationNumber: Text.nullish(),
});
const Institutions = z.array(
  z.object({
    institutionCode: z.string().regex(/^\d{6}$/),
    institutionName: z.string().trim().min(1).max(200),
    categoryCode: Text.nullish(),
    categoryName: Text.nullish(),
    cbnCode: z
      .string()
      .regex(/^\d{3}$/)
      .nullish(),
  }),
);

const THIRTY_DIGITS = /^\d{30}$/;
/** Enquiries whose BVN and KYC level wait in memory for their payment. */
const MAX_ENQUIRIES = 5_000;
/** Codes with which a bank says that it has no such account. */
const NO_ACCOUNT = new Set(["07", "25"]);
const CHANNEL_WEB_PORTAL = "6";
const LOCATION = "6.45407,3.39467";

/**
 * The EasyPay REST protocol of NIBSS, which the sandbox bank speaks too. Our session ID is its `transactionId`. Decision 0095 names the
 * published shapes that this follows. Rails 1, Rails 3.
 */
export function createEasyPay(options: EasyPayOptions): Rail & { close(): Promise<void> } {
  const gateway = openGateway(options);
  const beneficiaries = new Map<string, { bvn: string | null; kycLevel: string | null }>();
  function keepBeneficiary(enquiryId: string, found: { bvn: string | null; kycLevel: string | null }): void {
    beneficiaries.set(enquiryId, found);
    const oldest = beneficiaries.keys().next();
    if (beneficiaries.size > MAX_ENQUIRIES && !oldest.done) beneficiaries.delete(oldest.value);
  }

  return {
    name: options.name,
    senderCode: options.senderCode,
    async banks() {
      const reply = await gateway.read("institutions").catch((error: unknown) => {
        throw new RailUnavailable(whyOf(error));
      });
      const parsed = reply.status === 200 ? Institutions.safeParse(parseExactJson(reply.text)) : undefined;
      if (!parsed?.success) throw new RailUnavailable(`no list of banks, status ${reply.status}`);
      return parsed.data.map((bank) => ({
        code: bank.institutionCode,
        name: bank.institutionName,
        cbnCode: bank.cbnCode ?? null,
        category: bank.categoryName ?? bank.categoryCode ?? null,
      }));
    },
    async enquire(account) {
      const transactionId = newTransactionId(options.senderCode);
      const reply = await gateway
        .read("nameenquiry", {
          accountNumber: account.accountNumber,
          channelCode: CHANNEL_WEB_PORTAL,
          destinationInstitutionCode: account.bankCode,
          transactionId,
        })
        .catch(whyOf);
      if (typeof reply === "string") return { outcome: "unavailable", code: reply };
      const enquiry = readEnquiry(reply, account, transactionId);
      if (enquiry.outcome === "found") keepBeneficiary(enquiry.enquiryId, enquiry);
      return enquiry;
    },
    async send(attempt) {
      const bearer = await gateway.currentToken().catch(() => null);
      // Without a token nothing of the payment was sent.
      if (bearer === null) return { outcome: "retry_later", code: "no_token", reason: "The gateway gave no token" };
      try {
        const enquired = beneficiaries.get(attempt.enquiryId ?? "");
        const reply = await gateway.callWith(bearer, "fundstransfer", transferBody(options, attempt, enquired));
        return readOutcome(reply, attempt);
      } catch (error) {
        if (error instanceof NotSent)
          return { outcome: "retry_later", code: "busy", reason: "Too many payments at once" };
        return { outcome: "unknown", code: whyOf(error), reason: "The gateway gave no answer" };
      }
    },
    async query({ sessionId }) {
      const reply = await gateway.read("tsq", { transactionId: sessionId }).catch(whyOf);
      if (typeof reply === "string") return { outcome: "unknown", code: reply, reason: "The gateway gave no answer" };
      const outcome = readOutcome(reply, { sessionId });
      return outcome.code === "25" ? { outcome: "not_found", code: "25" } : outcome;
    },
    readCallback(request) {
      if (options.callbackSecret === null || !isSignedCallback(options.callbackSecret, request)) return null;
      return readBankCallback(parseExactJson(request.body.toString("utf8")));
    },
    close: () => gateway.close(),
  };
}

/** A session ID of our own, for calls that move nothing. */
function newTransactionId(senderCode: string): string {
  const lagosTime = new Date(Date.now() + 3_600_000).toISOString().replace(/\D/g, "").slice(2, 14);
  const sixDigits = () => String(randomInt(1_000_000)).padStart(6, "0");
  return `${senderCode}${lagosTime}${sixDigits()}${sixDigits()}`;
}

function whyOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.code;
  if (error instanceof NotSent) return "busy";
  if (error instanceof RailUnavailable) return "no_token";
  throw error;
}

function unknown(code: string, reason: string): RailOutcome {
  return { outcome: "unknown", code, reason };
}

/** Reads the answer about a payment. Anything but a whole answer about this very payment is `unknown`. */
function readOutcome(reply: RailReply, attempt: { sessionId: string; amount?: bigint }): RailOutcome {
  if (reply.status !== 200) return unknown(`http_${reply.status}`, "The gateway gave no answer about the payment");
  const parsed = Answer.safeParse(parseExactJson(reply.text));
  if (!parsed.success) return unknown("unreadable", "The gateway's answer could not be read");
  const { responseCode, transactionId, sessionID, nameEnquiryRef, amount } = parsed.data;
  if (transactionId !== attempt.sessionId) return unknown("other_session", "The answer is about another payment");
  if ([sessionID, nameEnquiryRef].some((id) => id && !THIRTY_DIGITS.test(id))) {
    return unknown("damaged_id", "The answer holds an identifier that lost its digits");
  }
  if (attempt.amount !== undefined && amount && koboOf(amount) !== attempt.amount) {
    return unknown("other_amount", "The answer is about another amount");
  }
  return outcomeOfCode(responseCode);
}

function readEnquiry(reply: RailReply, account: BankAccount, transactionId: string): Enquiry {
  if (reply.status !== 200) return { outcome: "unavailable", code: `http_${reply.status}` };
  const parsed = EnquiryAnswer.safeParse(parseExactJson(reply.text));
  if (!parsed.success || parsed.data.transactionId !== transactionId)
    return { outcome: "unavailable", code: "unreadable" };
  const { responseCode, sessionID = "", accountName, accountNumber, kycLevel, bankVerificationNumber } = parsed.data;
  if (NO_ACCOUNT.has(responseCode)) return { outcome: "not_found", code: responseCode };
  if (responseCode !== "00") return { outcome: "unavailable", code: responseCode };
  // Published samples drop the leading zero of an account number.
  const isSame = !accountNumber || accountNumber.replace(/\D/g, "").padStart(10, "0") === account.accountNumber;
  const name = storableText(accountName ?? "");
  if (name === "" || !isSame || !THIRTY_DIGITS.test(sessionID)) return { outcome: "unavailable", code: "unreadable" };
  return {
    outcome: "found",
    accountName: name,
    enquiryId: sessionID,
    kycLevel: kycLevel || null,
    bvn: bankVerificationNumber || null,
  };
}

function transferBody(
  options: EasyPayOptions,
  attempt: RailAttempt,
  enquired: { bvn: string | null; kycLevel: string | null } | undefined,
): Record<string, string> {
  return {
    transactionId: attempt.sessionId,
    sourceInstitutionCode: options.sourceBankCode,
    destinationInstitutionCode: attempt.destination.bankCode,
    amount: nairaText(attempt.amount),
    beneficiaryAccountNumber: attempt.destination.accountNumber,
    beneficiaryAccountName: attempt.destination.accountName,
    beneficiaryBankVerificationNumber: enquired?.bvn ?? "",
    beneficiaryKYCLevel: enquired?.kycLevel ?? "1",
    originatorAccountNumber: options.source.accountNumber,
    originatorAccountName: options.source.accountName,
    originatorBankVerificationNumber: options.source.bvn,
    originatorKYCLevel: "3",
    InitiatorAccountNumber: attempt.source.accountNumber,
    InitiatorAccountName: attempt.source.accountName,
    originatorNarration: attempt.narration,
    beneficiaryNarration: attempt.narration,
    // At most 50 letters and digits.
    paymentReference: attempt.reference.replace(/[^A-Za-z0-9]/g, "").slice(0, 50),
    nameEnquiryRef: attempt.enquiryId ?? "",
    mandateReferenceNumber: options.mandateReference,
    billerId: options.billerId,
    channelCode: CHANNEL_WEB_PORTAL,
    transactionLocation: LOCATION,
  };
}
