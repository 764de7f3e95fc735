import type { RailAccounts } from "../../db/ledger/accounts.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { NewMovement } from "../transactions/move-money.ts";
import { referenceOf } from "../transactions/reference.ts";

/** The facts of a payout that its bookings need. `source` is the account that paid. Kobo. */
export type BookedPayout = {
  id: string;
  reference: string;
  source: bigint;
  stripe: number;
  customerId: string | null;
  /** Whether it sends back a suspended bank credit: then no wallet paid it. */
  isReturn: boolean;
  amount: bigint;
  fee: bigint;
  vat: bigint;
  duty: bigint;
  /** When its money was held. */
  createdAt: Date;
};

/** Where the money of a payout stands before a booking. */
export type HeldIn = "payout_hold" | "payout_review";

/** The charges of a payout: fee, VAT and duty. Kobo. */
export function chargesOf({ fee, vat, duty }: Pick<BookedPayout, "fee" | "vat" | "duty">): bigint {
  return fee + vat + duty;
}

/** The steps that are booked after the hold. Each happens at most once, because its reference is used once. */
type Step = "SUCCESS" | "VAT" | "DUTY" | "RETURN" | "REVERSAL" | "REVIEW" | `${"LATE" | "TAKEN"}-${number}`;

/**
 * The reference of a booking: the payout's generated reference with the step, so that a caller's own references never collide and all
 * bookings of a payout are found by their beginning.
 */
export function bookingReference(payoutId: string, step: Step): string {
  return `${referenceOf(payoutId)}-${step}`;
}

/** The hold: the wallet pays amount and charges, and the hold account keeps both until the payout ends. Rails 4. */
export function holdOf(
  payout: Omit<BookedPayout, "id" | "reference" | "isReturn" | "createdAt">,
  accounts: RailAccounts,
): NewMovement {
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
  const paid = booking(payout, "SUCCESS", {
    source,
    destination: accounts("bank_float", payout.stripe),
    amount: payout.amount,
    baseFee: payout.fee,
    description: `Payout ${payout.reference}`,
  });
  const taxes = [
    { step: "VAT", kind: "vat_payable", amount: payout.vat, description: `VAT on payout ${payout.reference}` },
    {
      step: "DUTY",
      kind: "duty_payable",
      amount: payout.duty,
      description: `Stamp duty on payout ${payout.reference}`,
    },
  ] as const;
  const owed = taxes.filter(({ amount }) => amount > 0n);
  return [
    paid,
    ...owed.map(({ step, kind, amount, description }) =>
      booking(payout, step, { source, destination: accounts(kind, payout.stripe), amount, description }),
    ),
  ];
}

/** The failure or cancellation: the wallet gets everything back. Rails 4. */
export function returnOf(payout: BookedPayout, accounts: RailAccounts, from: HeldIn): NewMovement {
  const amount = payout.amount + chargesOf(payout);
  return givenBack(payout, "RETURN", { source: accounts(from, payout.stripe), amount, what: "Returned" });
}

/** The reversal by the bank after a success: the wallet gets the amount back, not the charges. Rails 4. */
export function reversalOf(payout: BookedPayout, accounts: RailAccounts): NewMovement {
  const source = accounts("bank_float", payout.stripe);
  return givenBack(payout, "REVERSAL", { source, amount: payout.amount, what: "Reversed by the bank" });
}

/** The wait for a person: the held money moves to the review account. Rails 4. */
export function reviewOf(payout: BookedPayout, accounts: RailAccounts): NewMovement {
  return booking(payout, "REVIEW", {
    source: accounts("payout_hold", payout.stripe),
    destination: accounts("payout_review", payout.stripe),
    amount: payout.amount + chargesOf(payout),
    description: `Payout ${payout.reference} in review`,
  });
}

/**
 * The late success of attempt `n` after the money was given back or another attempt had paid: the bank has it, and the wallet's owner
 * owes it. Rails 4.
 */
export function lateSuccessOf(payout: BookedPayout & { n: number }, accounts: RailAccounts): NewMovement {
  return booking(payout, `LATE-${payout.n}`, {
    source: accounts("receivable", payout.stripe),
    destination: accounts("bank_float", payout.stripe),
    amount: payout.amount,
    description: `Payout ${payout.reference}, paid after its return`,
  });
}

/** The end of that debt: the bank took back what it had paid. Rails 4. */
export function lateReversalOf(payout: BookedPayout & { n: number }, accounts: RailAccounts): NewMovement {
  return booking(payout, `TAKEN-${payout.n}`, {
    source: accounts("bank_float", payout.stripe),
    destination: accounts("receivable", payout.stripe),
    amount: payout.amount,
    description: `Payout ${payout.reference}, taken back by the bank`,
  });
}

function givenBack(
  payout: BookedPayout,
  step: Step,
  { source, amount, what }: { source: bigint; amount: bigint; what: string },
): NewMovement {
  const ofWallet = payout.customerId === null ? "merchant_payout_return" : "payout_return";
  const kind = payout.isReturn ? "bank_booking" : ofWallet;
  const description = `${what}: ${payout.reference}`;
  return {
    kind,
    source,
    destination: payout.source,
    amount,
    reference: bookingReference(payout.id, step),
    description,
    unspent: payout.isReturn ? null : { day: lagosDay(payout.createdAt), amount: payout.amount },
  };
}

function booking(
  payout: BookedPayout,
  step: Step,
  movement: Pick<NewMovement, "source" | "destination" | "amount" | "baseFee" | "description">,
): NewMovement {
  return { kind: "bank_booking", reference: bookingReference(payout.id, step), ...movement };
}
