import type { TransactionDayRow } from "../../../db/transactions/rollups.ts";

/** The posted amount of each kind. Kobo. */
export type Sums = readonly Omit<TransactionDayRow, "day">[];

const NOTHING = { n: 0n, amount: 0n, feeBase: 0n, feeMerchant: 0n };

export function byDay(rows: readonly TransactionDayRow[]): ReadonlyMap<string, Sums> {
  return Map.groupBy(rows, (row) => row.day);
}

export function sumOf(sums: Sums, kind: string) {
  return sums.find((row) => row.kind === kind) ?? NOTHING;
}

/**
 * The net effect of postings on the merchant's wallet and on all customers' wallets together: the source pays amount
 * and fees. Pure.
 */
export function balanceEffect(sums: Sums): { merchant: bigint; customers: bigint } {
  const effect = { merchant: 0n, customers: 0n };
  for (const row of sums) {
    const paid = row.amount + row.feeBase + row.feeMerchant;
    const { source, destination } = sidesOf(row.kind);
    if (source !== "outside") effect[source] -= paid;
    if (destination !== "outside") effect[destination] += row.amount;
  }
  return effect;
}

/**
 * What entered and left all wallets of the books together, the merchant's own included. A payment between two of them moves nothing
 * in or out except its fees. Kobo. Pure.
 */
export function cashFlow(sums: readonly Pick<TransactionDayRow, "kind" | "amount" | "feeBase" | "feeMerchant">[]): {
  moneyIn: bigint;
  moneyOut: bigint;
} {
  const flow = { moneyIn: 0n, moneyOut: 0n };
  for (const { kind, amount, feeBase, feeMerchant } of sums) {
    const { source, destination } = sidesOf(kind);
    if (source !== "outside") flow.moneyOut += feeBase + feeMerchant + (destination === "outside" ? amount : 0n);
    else if (destination !== "outside") flow.moneyIn += amount;
  }
  return flow;
}

type Side = "merchant" | "customers" | "outside";

function sidesOf(kind: string): { source: Side; destination: Side } {
  const sides = SIDES[kind];
  if (!sides) throw new Error(`${kind} has no sides`);
  return sides;
}

const SIDES: Record<string, { source: Side; destination: Side }> = {
  credit: { source: "merchant", destination: "customers" },
  debit: { source: "customers", destination: "merchant" },
  transfer: { source: "customers", destination: "customers" },
  funding: { source: "outside", destination: "merchant" },
  reservation: { source: "merchant", destination: "outside" },
  payout: { source: "customers", destination: "outside" },
  merchant_payout: { source: "merchant", destination: "outside" },
  payout_return: { source: "outside", destination: "customers" },
  merchant_payout_return: { source: "outside", destination: "merchant" },
  bank_credit: { source: "outside", destination: "customers" },
  merchant_bank_credit: { source: "outside", destination: "merchant" },
  bank_booking: { source: "outside", destination: "outside" },
  card_hold: { source: "customers", destination: "outside" },
  card_account_hold: { source: "outside", destination: "outside" },
  card_increment: { source: "customers", destination: "outside" },
  card_release: { source: "outside", destination: "customers" },
  card_payment: { source: "customers", destination: "outside" },
  card_refund: { source: "outside", destination: "customers" },
  card_recovery: { source: "customers", destination: "outside" },
  card_fund: { source: "customers", destination: "outside" },
  card_unload: { source: "outside", destination: "customers" },
  card_booking: { source: "outside", destination: "outside" },
};
