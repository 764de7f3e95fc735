import * as z from "zod";
import { koboOf } from "../naira-text.ts";
import type { RailCallback } from "../rail.ts";
import { outcomeOfCode } from "./response-codes.ts";

const SessionId = z.string().regex(/^\d{30}$/);
const AccountNumber = z.string().regex(/^\d{10}$/);
const Code = z.string().max(10);

const Callback = z.discriminatedUnion("event", [
  z.object({ event: z.literal("payout"), transactionId: SessionId, responseCode: Code }),
  z.object({ event: z.literal("reversal"), transactionId: SessionId, responseCode: Code }),
  z.object({
    event: z.literal("inbound"),
    sessionID: SessionId,
    beneficiaryAccountNumber: AccountNumber,
    amount: z.string(),
    originatorAccountName: z.string().trim().min(1).max(200),
    originatorAccountNumber: AccountNumber,
    sourceInstitutionCode: z.string().regex(/^\d{6}$/),
    narration: z.string().max(300),
    time: z.iso.datetime().transform((text) => new Date(text)),
  }),
  z.object({ event: z.literal("enquiry"), accountNumber: AccountNumber }),
]);

/** Reads the parsed body of a verified callback. Null for a body without meaning. Rails 10. */
export function readBankCallback(body: unknown): RailCallback | null {
  const parsed = Callback.safeParse(body);
  if (!parsed.success) return null;
  const callback = parsed.data;
  if (callback.event === "enquiry") return { kind: "enquiry", accountNumber: callback.accountNumber };
  if (callback.event === "payout") {
    return { kind: "payout", sessionId: callback.transactionId, result: outcomeOfCode(callback.responseCode) };
  }
  if (callback.event === "reversal") {
    return {
      kind: "payout",
      sessionId: callback.transactionId,
      result: { outcome: "reversed", code: callback.responseCode },
    };
  }
  const amount = koboOf(callback.amount);
  if (amount === null || amount === 0n) return null;
  return {
    kind: "inbound",
    sessionId: callback.sessionID,
    accountNumber: callback.beneficiaryAccountNumber,
    amount,
    senderName: callback.originatorAccountName,
    senderBankCode: callback.sourceInstitutionCode,
    senderAccountNumber: callback.originatorAccountNumber,
    narration: callback.narration,
    at: callback.time,
  };
}
