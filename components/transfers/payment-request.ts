import type { MoneyKind, PaymentTexts, WalletPayment } from "../../lib/api/transfers.ts";
import { type ParsedAmount, parseKobo } from "../../lib/format/money.ts";
import type { Party } from "./party/use-party.ts";
import { texts } from "./texts.ts";

/** Parses the form's amount. An empty field is not an error yet; zero is. */
export function readAmount(text: string): ParsedAmount {
  const parsed = parseKobo(text);
  return "kobo" in parsed && parsed.kobo === 0 ? { problem: "negative", message: texts.enterAnAmountAbove } : parsed;
}

/** The texts of a payment. Checks of amounts and wallets do not depend on them. */
export function readTexts({ narration, note }: { narration: string; note: string }): PaymentTexts {
  return {
    ...(narration.trim() !== "" && { narration: narration.trim() }),
    ...(note.trim() !== "" && { note: note.trim() }),
  };
}

/** The request body, once both wallets and the amount are known. */
export function buildPaymentRequest(
  kind: Exclude<MoneyKind, "payout">,
  from: Party,
  to: Party,
  amount: ParsedAmount,
): WalletPayment | undefined {
  if (!("kobo" in amount)) return undefined;
  const customer = kind === "credit" ? to : from;
  if (kind !== "transfer") {
    return customer.state === "found"
      ? { kind, customerId: customer.wallet.customerId, amount: amount.kobo }
      : undefined;
  }
  if (from.state !== "found" || to.state !== "found") return undefined;
  return {
    kind,
    fromCustomerId: from.wallet.customerId,
    toCustomerId: to.wallet.customerId,
    amount: amount.kobo,
  };
}
