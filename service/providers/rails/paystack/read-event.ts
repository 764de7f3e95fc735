import { createHmac } from "node:crypto";
import * as z from "zod";
import { isSameText, singleHeader } from "../callback-signature.ts";
import { parseExactJson } from "../exact-json.ts";
import type { RailCallback } from "../rail.ts";
import { outcomeOfStatus } from "./transfer-status.ts";

const Reference = z.string().regex(/^\d{30}$/);
const Event = z.discriminatedUnion("event", [
  z.object({
    event: z.enum(["transfer.success", "transfer.failed", "transfer.reversed"]),
    data: z.object({ reference: Reference }),
  }),
  z.object({
    event: z.literal("charge.success"),
    data: z.object({
      reference: z.string().min(1).max(100),
      status: z.literal("success"),
      channel: z.literal("dedicated_nuban"),
      currency: z.literal("NGN"),
      amount: z.string().regex(/^[1-9]\d{0,15}$/),
      paid_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      authorization: z.object({
        receiver_bank_account_number: z.string().regex(/^\d{10}$/),
        sender_name: z.string().nullish(),
        sender_bank_account_number: z.string().nullish(),
        narration: z.string().nullish(),
      }),
    }),
  }),
]);

/**
 * Reads an event with a valid `x-paystack-signature`, the hex HMAC-SHA512 of the body under the secret key. It carries no time, so an
 * old event can be sent again: the receiver deduplicates. Null for a wrong signature and for events that concern no bank transfer.
 */
export function readPaystackEvent(
  secretKey: string,
  request: { headers: Record<string, string | string[] | undefined>; body: Buffer },
): RailCallback | null {
  const signature = singleHeader(request.headers, "x-paystack-signature") ?? "";
  if (!isSameText(signature, createHmac("sha512", secretKey).update(request.body).digest("hex"))) return null;
  const parsed = Event.safeParse(parseExactJson(request.body.toString("utf8")));
  if (!parsed.success) return null;
  const { event, data } = parsed.data;
  if (event === "transfer.reversed") {
    return { kind: "payout", sessionId: data.reference, result: { outcome: "reversed", code: "reversed" } };
  }
  if (event !== "charge.success") {
    return { kind: "payout", sessionId: data.reference, result: outcomeOfStatus(event.slice("transfer.".length)) };
  }
  const { authorization } = data;
  return {
    kind: "inbound",
    sessionId: data.reference,
    accountNumber: authorization.receiver_bank_account_number,
    amount: BigInt(data.amount),
    senderName: authorization.sender_name ?? "",
    // Paystack names the sender's bank but gives no code, and often hides digits of the account.
    senderBankCode: "",
    senderAccountNumber: authorization.sender_bank_account_number ?? "",
    narration: authorization.narration ?? "",
    at: data.paid_at,
  };
}
