import type { RailOutcome } from "../rail.ts";

type Meaning = "succeeded" | "failed" | "retry_later" | "review" | "unknown";

/**
 * What each code of a NIP gateway means for a payment. A code that is not here is `unknown`: only a code that certainly ends a payment
 * may return money to a payer. Rails 3.
 */
const CODES: Record<string, readonly [Meaning, string]> = {
  "00": ["succeeded", "Approved or completed successfully"],
  "01": ["unknown", "Status unknown"],
  "03": ["failed", "Invalid sender"],
  "05": ["failed", "The bank did not honour the payment"],
  "06": ["failed", "The account is dormant"],
  "07": ["failed", "The account is invalid"],
  "08": ["failed", "The account name does not match"],
  "09": ["unknown", "The request is being processed"],
  "12": ["failed", "Invalid transaction"],
  "13": ["failed", "Invalid amount"],
  "14": ["failed", "Invalid batch number"],
  "15": ["failed", "Invalid session or record ID"],
  "16": ["failed", "Unknown bank code"],
  "17": ["failed", "Invalid channel"],
  "18": ["failed", "Wrong method call"],
  "21": ["unknown", "No action taken"],
  "25": ["unknown", "The record was not found"],
  "26": ["unknown", "Duplicate record"],
  "30": ["failed", "Format error"],
  "34": ["review", "Suspected fraud"],
  "35": ["review", "Contact the sending bank"],
  "51": ["retry_later", "The float at the rail is empty"],
  "57": ["failed", "The sender may not make this transaction"],
  "58": ["failed", "This channel may not make this transaction"],
  "61": ["failed", "The transfer limit is exceeded"],
  "63": ["review", "Security violation"],
  "65": ["failed", "Too many withdrawals"],
  "68": ["unknown", "The response came too late"],
  "69": ["failed", "The account may not be used"],
  "70": ["failed", "The account block was not found"],
  "71": ["failed", "The account may not be credited"],
  "91": ["unknown", "The beneficiary's bank is not available"],
  "92": ["failed", "Routing error"],
  "94": ["unknown", "Duplicate transaction"],
  "96": ["unknown", "System malfunction"],
  "97": ["unknown", "Timeout waiting for the destination"],
};

/** The outcome of a payment with this response code of a NIP gateway. */
export function outcomeOfCode(code: string): RailOutcome {
  const [meaning, reason] = (Object.hasOwn(CODES, code) && CODES[code]) || (["unknown", "Unmapped code"] as const);
  if (meaning === "succeeded") return { outcome: "succeeded", code };
  if (meaning === "failed") return { outcome: "failed", code, final: true, reason };
  return { outcome: meaning, code, reason };
}
