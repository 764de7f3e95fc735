import type { RailAccounts } from "../../db/ledger/accounts.ts";
import type { NewMovement } from "../transactions/move-money.ts";

/** The facts of a payout that its bookings need. `source` is the account that paid. Kobo. */
export type BookedPayout = {
  reference: string;
  source: bigint;
  stripe: number;
  customerId: string | null;
  amount: bigint;
  fee: bigint;
  vat: bigint;
  duty: bigint;
};

/** Where the money of a payout stands before a booking. */
export type HeldIn = "payout_hold" | "payout_review";

/** The charges of a payout: fee, VAT and duty. Kobo. */
export function chargesOf({ fee, vat, duty }: Pick<BookedPayout, "fee" | "vat" | "duty">): bigint {
  return fee + vat + duty;
}

/** The hold: the wallet pays amount and charges, and the hold account keeps both until the payout ends. Rails 4. */
export function holdOf(payout: BookedPayout, accounts: RailAccounts): NewMovement {
  return {
    kind: payout.customerId === null ? "merchant_payout" : "payout",
    source: payout.source,
    destination: accounts("payout_hold", payout.stripe),
    amount: payout.amount,
    baseFee: chargesOf(payout),
  };
}

/** The success: the amount leaves over the rail, the fee is earned, VAT and duty are owed. Rails 4. */
export function successOf(payout: BookedPayout, accounts: RailAccounts, from: HeldIn): NewMovement[] {
  const source = accounts(from, payout.stripe);
  const to = (kind: "bank_float" | "vat_payable" | "duty_payable", amount: bigint, what: string, baseFee = 0n) =>
    amount === 0n
      ? []
      : [booking(source, accounts(kind, payout.stripe), amount, `${what} of ${payout.reference}`, baseFee)];
  return [
    ...to("bank_float", payout.amount, "Payout", payout.fee),
    ...to("vat_payable", payout.vat, "VAT"),
    ...to("duty_payable", payout.duty, "Stamp duty"),
  ];
}

/** The failure or cancellation: the wallet gets everything back. Rails 4. */
export function returnOf(payout: BookedPayout, accounts: RailAccounts, from: HeldIn): NewMovement {
  return givenBack(payout, accounts(from, payout.stripe), payout.amount + chargesOf(payout), "Returned");
}

/** The reversal by the bank after a success: the wallet gets the amount back, not the charges. Rails 4. */
export function reversalOf(payout: BookedPayout, accounts: RailAccounts): NewMovement {
  return givenBack(payout, accounts("bank_float", payout.stripe), payout.amount, "Reversed by the bank");
}

/** The wait for a person: the held money moves to the review account. Rails 4. */
export function reviewOf(payout: BookedPayout, accounts: RailAccounts): NewMovement {
  const total = payout.amount + chargesOf(payout);
  const [hold, review] = [accounts("payout_hold", payout.stripe), accounts("payout_review", payout.stripe)];
  return booking(hold, review, total, `Review of ${payout.reference}`);
}

/** The late success after the money was given back: the bank has it, and the wallet's owner owes it. Rails 4. */
export function lateSuccessOf(payout: BookedPayout, accounts: RailAccounts): NewMovement {
  const [owed, float] = [accounts("receivable", payout.stripe), accounts("bank_float", payout.stripe)];
  return booking(owed, float, payout.amount, `Paid after its return: ${payout.reference}`);
}

function givenBack(payout: BookedPayout, source: bigint, amount: bigint, what: string): NewMovement {
  const kind = payout.customerId === null ? "merchant_payout_return" : "payout_return";
  return { kind, source, destination: payout.source, amount, description: `${what}: ${payout.reference}` };
}

function booking(source: bigint, destination: bigint, amount: bigint, description: string, baseFee = 0n): NewMovement {
  return { kind: "bank_booking", source, destination, amount, baseFee, description };
}
