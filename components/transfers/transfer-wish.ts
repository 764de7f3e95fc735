import type { TransferWish } from "../../lib/api/transfers.ts";
import { type ParsedAmount, parseKobo } from "../../lib/format/money.ts";
import type { Party } from "./use-party.ts";

/** Reads the amount as it stands in the form; nothing is not yet a mistake, zero is one. */
export function readAmount(text: string): ParsedAmount {
  const parsed = parseKobo(text);
  return "kobo" in parsed && parsed.kobo === 0
    ? { problem: "negative", message: "Enter an amount above zero." }
    : parsed;
}

/** What the form asks for, once both wallets and an amount are known. */
export function wishOf(from: Party, to: Party, amount: ParsedAmount): TransferWish | undefined {
  if (from.state !== "found" || to.state !== "found" || !("kobo" in amount)) return undefined;
  return {
    fromCustomerId: from.wallet.customerId,
    toCustomerId: to.wallet.customerId,
    amount: amount.kobo,
  };
}
