import { type ChargeSums, INSIGHT_KINDS } from "../../../contract/insights.ts";
import { type ChargeRow, findCharges } from "../../db/insights/charges.ts";
import { type ComparedSumRow, findComparedSums } from "../../db/transactions/rollups.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import type { DayRange } from "../merchant/analytics/analytics-days.ts";
import { comparedDays, insightKind } from "./insight-kinds.ts";

/** A bank transfer only holds its fees; the booking of its success earns them. */
export const HOLDS: readonly string[] = ["payout", "merchant_payout"];

/**
 * Fees, VAT and stamp duty by kind, with the sums of the period before. Fees count when they are earned, VAT and duty when they are owed.
 * Days are Africa/Lagos, both included. Kobo. Dashboard 9, decision 0141.
 */
export async function getCharges(ctx: Context, span: DayRange): Promise<ChargeSums> {
  const days = comparedDays(span);
  const [sums, { charges, isComplete }] = await Promise.all([
    findComparedSums(ctx.db, ctx.tenant.id, days),
    findCharges(ctx.db, ctx.tenant.id, days),
  ]);
  const fees = sums.filter(({ kind }) => !HOLDS.includes(kind));
  const [feesNow, chargesNow] = [fees.filter(({ isNow }) => isNow), charges.filter(({ isNow }) => isNow)];
  const kinds = INSIGHT_KINDS.map((kind) => {
    const isOf = (row: { kind: string }) => insightKind(row.kind) === kind;
    return { kind, ...sumsOf(feesNow.filter(isOf), chargesNow.filter(isOf)) };
  });
  return {
    asOf: ctx.clock.now().toISOString(),
    isComplete,
    kinds: kinds.filter(({ merchantFees, platformFees, vat, duty }) => merchantFees + platformFees + vat + duty > 0),
    total: sumsOf(feesNow, chargesNow),
    before: sumsOf(
      fees.filter(({ isNow }) => !isNow),
      charges.filter(({ isNow }) => !isNow),
    ),
  };
}

function sumsOf(fees: readonly ComparedSumRow[], charges: readonly ChargeRow[]) {
  const fee = (of: "feeBase" | "feeMerchant") => koboToWireEdge(fees.reduce((sum, row) => sum + row[of], 0n));
  const charge = (of: ChargeRow["charge"]) =>
    koboToWireEdge(charges.filter((row) => row.charge === of).reduce((sum, { amount }) => sum + amount, 0n));
  return { merchantFees: fee("feeMerchant"), platformFees: fee("feeBase"), vat: charge("vat"), duty: charge("duty") };
}
