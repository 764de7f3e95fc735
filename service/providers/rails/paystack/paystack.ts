import * as z from "zod";
import { storableText } from "../../storable-text.ts";
import { parseExactJson } from "../exact-json.ts";
import { type Rail, type RailAttempt, type RailOutcome, RailUnavailable } from "../rail.ts";
import { createRailHttp, NoAnswer, NotSent, type RailReply, type RailRequest } from "../rail-http.ts";
import { createBankList } from "./bank-list.ts";
import { readPaystackEvent } from "./read-event.ts";
import { outcomeOfStatus } from "./transfer-status.ts";

export type PaystackOptions = {
  baseUrl: string;
  secretKey: string;
  /** The limit of one exchange. */
  timeoutMs?: number;
  connections?: number;
};

/** Numbers are kept as text, so amounts in kobo stay exact. */
const Refusal = z.object({ message: z.string().default(""), code: z.string().nullish() });
const Resolved = z.object({
  data: z.object({
    account_number: z.string(),
    account_name: z.string().transform(storableText).pipe(z.string().min(1)),
    bank_id: z.string().nullish(),
  }),
});
const Recipient = z.object({ data: z.object({ recipient_code: z.string().min(1) }) });
const Transfer = z.object({
  data: z.object({ reference: z.string(), amount: z.string(), currency: z.string(), status: z.string() }),
});

const NAME = "paystack";
const TIMEOUT_MS = 20_000;
const CONNECTIONS = 16;

/**
 * Paystack's transfers: a recipient, then a transfer with our session ID as its reference. Decision 0097 names what was published.
 * Rails 1.
 */
export function createPaystack(options: PaystackOptions): Rail & { close(): Promise<void> } {
  const { timeoutMs = TIMEOUT_MS, connections = CONNECTIONS } = options;
  const http = createRailHttp({ baseUrl: options.baseUrl, timeoutMs, connections });

  function call(request: Omit<RailRequest, "headers" | "body">, body?: object): Promise<RailReply> {
    const headers = { authorization: `Bearer ${options.secretKey}`, "content-type": "application/json" };
    return http.call({ ...request, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  }

  const loadBanks = createBankList((path) => call({ method: "GET", path }).catch(unavailable));

  /** The recipient of a payment, or why there is none. Nothing is paid by this. */
  async function findRecipient(attempt: RailAttempt): Promise<string | RailOutcome> {
    const banks = await loadBanks().catch(() => null);
    if (!banks) return { outcome: "retry_later", code: "no_banks", reason: "Paystack gave no list of banks" };
    const bankCode = banks.codes.get(attempt.destination.bankCode);
    if (bankCode === undefined) return failed("unknown_bank", "Paystack does not reach this bank");
    const reply = await call(
      { method: "POST", path: "transferrecipient" },
      {
        type: "nuban",
        name: attempt.destination.accountName,
        account_number: attempt.destination.accountNumber,
        bank_code: bankCode,
        currency: "NGN",
      },
    ).catch(() => null);
    const created = reply && parse(reply, Recipient);
    if (created) return created.data.recipient_code;
    if (reply?.status === 400 || reply?.status === 422)
      return failed("recipient_refused", "Paystack refused the account");
    return { outcome: "retry_later", code: "no_recipient", reason: "Paystack gave no recipient" };
  }

  return {
    name: NAME,
    senderCode: "999000",
    banks: async () => (await loadBanks()).banks,
    async enquire({ bankCode, accountNumber }) {
      const banks = await loadBanks().catch(() => null);
      const code = banks?.codes.get(bankCode);
      if (code === undefined) return { outcome: "unavailable", code: banks ? "unknown_bank" : "no_banks" };
      const query = new URLSearchParams({ account_number: accountNumber, bank_code: code });
      const reply = await call({ method: "GET", path: `bank/resolve?${query}` }).catch(whyOf);
      if (typeof reply === "string") return { outcome: "unavailable", code: reply };
      if (reply.status === 422) return { outcome: "not_found", code: "422" };
      const found = parse(reply, Resolved)?.data;
      if (found?.account_number !== accountNumber) return { outcome: "unavailable", code: codeOf(reply) };
      const { account_name: accountName, bank_id: enquiryId } = found;
      return { outcome: "found", accountName, enquiryId: enquiryId ?? "", kycLevel: null, bvn: null };
    },
    async send(attempt) {
      const recipient = await findRecipient(attempt);
      if (typeof recipient !== "string") return recipient;
      try {
        return readTransfer(
          await call({ method: "POST", path: "transfer" }, transferBody(attempt, recipient)),
          attempt,
        );
      } catch (error) {
        if (error instanceof NotSent)
          return { outcome: "retry_later", code: "busy", reason: "Too many payments at once" };
        return unknown(whyOf(error), "Paystack gave no answer");
      }
    },
    async query({ sessionId }) {
      const reply = await call({ method: "GET", path: `transfer/verify/${sessionId}` }).catch(whyOf);
      if (typeof reply === "string") return unknown(reply, "Paystack gave no answer");
      const isMissing = reply.status === 404 && Refusal.safeParse(parseExactJson(reply.text)).success;
      return isMissing ? { outcome: "not_found", code: "404" } : readTransfer(reply, { sessionId });
    },
    readCallback: (request) => readPaystackEvent(options.secretKey, request),
    close: () => http.close(),
  };
}

/** The parsed body of a reply that says yes. */
function parse<T>(reply: RailReply, shape: z.ZodType<T>): T | null {
  if (reply.status !== 200 && reply.status !== 201) return null;
  return shape.safeParse(parseExactJson(reply.text)).data ?? null;
}

function readTransfer(reply: RailReply, attempt: { sessionId: string; amount?: bigint }): RailOutcome {
  const transfer = parse(reply, Transfer)?.data;
  if (!transfer) return readRefusal(reply);
  const isSameAmount = attempt.amount === undefined || transfer.amount === String(attempt.amount);
  if (transfer.reference !== attempt.sessionId) return unknown("other_session", "The answer is about another payment");
  if (!isSameAmount || transfer.currency !== "NGN")
    return unknown("other_amount", "The answer is about another amount");
  return outcomeOfStatus(transfer.status);
}

/** A refusal ends nothing, for a duplicate reference is one too: the query proves it. Only an empty balance is certain. */
function readRefusal(reply: RailReply): RailOutcome {
  const refusal = Refusal.safeParse(parseExactJson(reply.text)).data;
  const isEmpty = refusal?.code === "insufficient_balance" || /balance is not enough/i.test(refusal?.message ?? "");
  if (reply.status === 400 && isEmpty) {
    return { outcome: "retry_later", code: "insufficient_balance", reason: "The balance at Paystack is empty" };
  }
  return unknown(codeOf(reply), "Paystack gave no answer about the payment");
}

function codeOf(reply: RailReply): string {
  return reply.status === 200 || reply.status === 201 ? "unreadable" : `http_${reply.status}`;
}

function transferBody(attempt: RailAttempt, recipient: string): object {
  return {
    source: "balance",
    // Below 2^53 kobo, which the contract of payouts guarantees many times over.
    amount: Number(attempt.amount),
    currency: "NGN",
    recipient,
    reference: attempt.sessionId,
    reason: attempt.narration,
  };
}

function whyOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.code;
  if (error instanceof NotSent) return "busy";
  throw error;
}

function unavailable(error: unknown): never {
  throw new RailUnavailable(whyOf(error));
}

function unknown(code: string, reason: string): RailOutcome {
  return { outcome: "unknown", code, reason };
}

function failed(code: string, reason: string): RailOutcome {
  return { outcome: "failed", code, final: true, reason };
}
