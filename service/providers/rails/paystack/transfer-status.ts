import type { RailOutcome } from "../rail.ts";

type Meaning = "succeeded" | "failed" | "review" | "unknown";

/** What each status of a transfer means. A status that is not here is `unknown`. */
const STATUSES: Record<string, readonly [Meaning, string]> = {
  success: ["succeeded", "Paid"],
  failed: ["failed", "The bank did not take the payment"],
  // The money is back on our balance.
  reversed: ["failed", "The payment came back"],
  abandoned: ["failed", "The payment was never confirmed"],
  blocked: ["failed", "Paystack blocked the payment"],
  rejected: ["failed", "Paystack rejected the payment"],
  otp: ["review", "Paystack waits for a one-time code; switch it off for transfers"],
  pending: ["unknown", "Paystack has queued the payment"],
  received: ["unknown", "Paystack has received the payment"],
  processing: ["unknown", "Paystack is processing the payment"],
};

/** The outcome of a payment with this status at Paystack. */
export function outcomeOfStatus(status: string): RailOutcome {
  const [meaning, reason] =
    (Object.hasOwn(STATUSES, status) && STATUSES[status]) || (["unknown", "Unmapped status"] as const);
  if (meaning === "succeeded") return { outcome: "succeeded", code: status };
  if (meaning === "failed") return { outcome: "failed", code: status, final: true, reason };
  return { outcome: meaning, code: status, reason };
}
