import { INSIGHT_KINDS, type InsightKind, type Volumes } from "../../../contract/insights.ts";
import { type ComparedSumRow, findComparedSums } from "../../db/transactions/rollups.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import type { DayRange } from "../merchant/analytics/analytics-days.ts";
import { comparedDays, insightKind } from "./insight-kinds.ts";

/** The kinds that the total of volumes adds up. */
export const PAYMENTS: readonly InsightKind[] = [
  "credits",
  "debits",
  "transfers",
  "bankTransfers",
  "bankCredits",
  "cardPayments",
];

/**
 * Posted amounts and counts by kind, now and in the period before; posted payments count immediately. Bookings between internal accounts
 * are none. Days are Africa/Lagos, both included. Kobo, without fees. Dashboard 9.
 */
export async function getVolumes(ctx: Context, span: DayRange): Promise<Volumes> {
  const rows = await findComparedSums(ctx.db, ctx.tenant.id, comparedDays(span));
  const moved = rows.filter(({ kind }) => kind !== "bank_booking" && kind !== "card_booking");
  const [before, now] = [moved.filter(({ isNow }) => !isNow), moved.filter(({ isNow }) => isNow)];
  const compared = (kinds: readonly InsightKind[]) => ({
    ...volumeOf(now, kinds),
    before: volumeOf(before, kinds),
  });
  const kinds = INSIGHT_KINDS.map((kind) => ({ kind, ...compared([kind]) }));
  return {
    asOf: ctx.clock.now().toISOString(),
    kinds: kinds.filter(({ count, before: earlier }) => count + earlier.count > 0),
    total: compared(PAYMENTS),
  };
}

function volumeOf(rows: readonly ComparedSumRow[], kinds: readonly InsightKind[]) {
  const of = rows.filter(({ kind }) => kinds.includes(insightKind(kind)));
  return {
    amount: koboToWireEdge(of.reduce((sum, { amount }) => sum + amount, 0n)),
    count: Number(of.reduce((sum, { n }) => sum + n, 0n)),
  };
}
