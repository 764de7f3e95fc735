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

type Flow = { moneyIn: bigint; moneyOut: bigint };

/**
 * What entered and left all wallets of the books together, the merchant's own included. A payment between two of them moves nothing
 * in or out except its fees. Kobo. Pure.
 */
export function cashFlow(sums: Sums): Flow {
  return cashFlowOfGroups(
    sums.map(({ kind, amount, feeBase, feeMerchant }) => ({
      group: flowGroup(kind),
      amount,
      fees: feeBase + feeMerchant,
    })),
  );
}

/** The same from sums by group of {@link FLOW_GROUPS}. Throws for a kind that has none. Kobo. Pure. */
export function cashFlowOfGroups(sums: readonly { group: string; amount: bigint; fees: bigint }[]): Flow {
  const flow = { moneyIn: 0n, moneyOut: 0n };
  for (const { group, amount, fees } of sums) {
    if (group === "in") flow.moneyIn += amount;
    else if (group === "out") flow.moneyOut += amount + fees;
    else if (group === "between") flow.moneyOut += fees;
    else if (group !== "outside") throw new Error(`${group} has no sides`);
  }
  return flow;
}

function flowGroup(kind: string): "in" | "out" | "between" | "outside" {
  const { source, destination } = sidesOf(kind);
  if (source === "outside") return destination === "outside" ? "outside" : "in";
  return destination === "outside" ? "out" : "between";
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

/** Which kinds enter, leave or stay within the wallets, so that a query adds them together. */
export const FLOW_GROUPS = Object.keys(SIDES).map((kind) => ({ kind, group: flowGroup(kind) }));

/** How many sides of a kind are customers' wallets: two for a transfer between them. */
export const CUSTOMER_SIDES = Object.entries(SIDES).map(([kind, { source, destination }]) => ({
  kind,
  sides: [source, destination].filter((side) => side === "customers").length,
}));
