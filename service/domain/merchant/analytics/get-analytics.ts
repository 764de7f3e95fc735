import type { Analytics } from "../../../../contract/merchant-analytics.ts";
import {
  countDeliveries,
  countFailures,
  countWalletsOpened,
  findRolledUpAt,
  findTransactionDays,
  findTransactionSumsBefore,
  findWalletCounts,
} from "../../../db/transactions/rollups.ts";
import { koboToWire, koboToWireEdge } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { type DayRange, daysOf, instantsOf } from "./analytics-days.ts";
import { balanceEffect, byDay, type Sums, sumOf } from "./day-sums.ts";

/**
 * Volumes, fees, balances and new wallets by day, wallets by tier and state, failures by reason, deliveries. Days are
 * Africa/Lagos, both ends included. Reads daily sums, so the cost depends on the number of days, not of postings.
 * Kobo. Spec 1.
 */
export async function getAnalytics(ctx: Context, span: DayRange): Promise<Analytics> {
  const tenant = ctx.tenant.id;
  const instants = instantsOf(span);
  const inDays = { from: span.startDate, to: span.endDate };
  const [asOf, rows, before, opened, counts, failures, deliveries] = await Promise.all([
    findRolledUpAt(ctx.db),
    findTransactionDays(ctx.db, tenant, inDays),
    findTransactionSumsBefore(ctx.db, tenant, span.startDate),
    countWalletsOpened(ctx.db, tenant, inDays),
    findWalletCounts(ctx.db, tenant),
    countFailures(ctx.db, tenant, instants),
    countDeliveries(ctx.db, tenant, instants),
  ]);
  const sums = byDay(rows);
  let balance = balanceEffect(before);
  const days = daysOf(span).map((date) => {
    const day = sums.get(date) ?? [];
    const effect = balanceEffect(day);
    balance = { merchant: balance.merchant + effect.merchant, customers: balance.customers + effect.customers };
    return {
      ...moneyDay(date, day, opened),
      funding: koboToWireEdge(sumOf(day, "funding").amount),
      fundingCount: Number(sumOf(day, "funding").n),
      platformFees: total(day, "feeBase"),
      merchantFees: total(day, "feeMerchant"),
      merchantBalance: koboToWire(balance.merchant),
      customerBalance: koboToWireEdge(balance.customers),
      deliveriesSucceeded: deliveries.get(date)?.succeeded ?? 0,
      deliveriesFailed: deliveries.get(date)?.failed ?? 0,
    };
  });
  const wallets = counts.map(({ tier, frozen, n }) => ({
    tier: `TIER_${tier}` as const,
    status: frozen ? ("FROZEN" as const) : ("ACTIVE" as const),
    count: n,
  }));
  return {
    asOf: asOf?.toISOString() ?? null,
    days,
    wallets,
    failures: failures.map(({ reason, n }) => ({ reason, count: n })),
  };
}

/** The figures of one day that the overview and the analytics share. */
export function moneyDay(date: string, day: Sums, opened: ReadonlyMap<string, number>) {
  const [credit, debit, transfer] = [sumOf(day, "credit"), sumOf(day, "debit"), sumOf(day, "transfer")];
  return {
    date,
    credits: koboToWireEdge(credit.amount),
    creditCount: Number(credit.n),
    debits: koboToWireEdge(debit.amount),
    debitCount: Number(debit.n),
    transfers: koboToWireEdge(transfer.amount),
    transferCount: Number(transfer.n),
    walletsCreated: opened.get(date) ?? 0,
  };
}

/** The earned fees. A payout only holds its fees; the booking of its success earns them. */
function total(day: Sums, fee: "feeBase" | "feeMerchant"): number {
  const earning = day.filter(({ kind }) => kind !== "payout" && kind !== "merchant_payout");
  return koboToWireEdge(earning.reduce((sum, row) => sum + row[fee], 0n));
}
