import { failures } from "../../../contract/errors.ts";
import type { SuccessRates } from "../../../contract/insights.ts";
import { itemReasonTexts } from "../../../contract/texts/batches.ts";
import { insightTexts } from "../../../contract/texts/insights.ts";
import { type FailureDayRow, type FailureReasonRow, findFailures } from "../../db/insights/failures.ts";
import type { Transaction } from "../../db/pool.ts";
import { countPostedOnDays } from "../../db/transactions/rollups.ts";
import { outcomeOfCode } from "../../providers/rails/easypay/response-codes.ts";
import type { Context } from "../context.ts";
import { type DayRange, daysOf } from "../merchant/analytics/analytics-days.ts";
import { comparedDays } from "./insight-kinds.ts";

const MOST_REASONS = 50;
/** Payments that somebody requested. Money that arrives, funding and bookings are no requests. */
export const REQUESTED = ["credit", "debit", "transfer", "payout", "merchant_payout"];
// Codes of a bank about the account that the request names, its amount or its owner.
const CUSTOMER_PAYOUTS = ["06", "07", "08", "13", "57", "61", "65", "69", "70", "71", "cancelled"];

// Failures of ours; all others of items and payments are about the request.
const SYSTEM_ITEMS = Object.entries(failures).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));
/** Which failures are whose. Decision 0142. */
export const CAUSES = { systemItems: SYSTEM_ITEMS, customerPayouts: CUSTOMER_PAYOUTS };

/**
 * Requests that succeeded and failed, by the day of the request, and why they failed. Counts what is recorded: posted payments, rejected
 * items of batches, approved payments that the ledger refused, and payouts whose money went back. A request that was refused before
 * anything was recorded is not among them. Days are Africa/Lagos, both included. Dashboard 9, decision 0142.
 */
export async function getSuccessRates(ctx: Context, span: DayRange): Promise<SuccessRates> {
  const days = comparedDays(span);
  const [posted, failed] = await Promise.all([
    countPostedOnDays(ctx.db, ctx.tenant.id, days, REQUESTED),
    findFailures(ctx.db, ctx.tenant.id, days, CAUSES),
  ]);
  return {
    asOf: ctx.clock.now().toISOString(),
    ...requestsOf(posted, failed.days, span),
    reasons: reasonsOf(failed.reasons),
  };
}

/** The requests of a period and of the one before it by their end, read in a transaction. Decision 0142. */
export async function countRequests(
  tx: Transaction,
  tenant: number,
  span: DayRange,
): Promise<Pick<SuccessRates, "total" | "before">> {
  const days = comparedDays(span);
  const posted = await countPostedOnDays(tx, tenant, days, REQUESTED);
  return requestsOf(posted, (await findFailures(tx, tenant, days, CAUSES)).days, span);
}

function requestsOf(
  posted: readonly { day: string; n: number }[],
  failed: readonly FailureDayRow[],
  span: DayRange,
): Pick<SuccessRates, "total" | "before" | "days"> {
  const dayOf = ({ day }: { day: string }) => (day < span.startDate ? "before" : day);
  const [postedOn, failedOn] = [Map.groupBy(posted, dayOf), Map.groupBy(failed, dayOf)];
  const outcomesOf = (day: string) => outcomes(postedOn.get(day) ?? [], failedOn.get(day) ?? []);
  const days = daysOf(span).map((date) => ({ date, ...outcomesOf(date) }));
  return {
    total: {
      succeeded: sumOf(days, "succeeded"),
      customerErrors: sumOf(days, "customerErrors"),
      systemErrors: sumOf(days, "systemErrors"),
    },
    before: outcomesOf("before"),
    days,
  };
}

type Outcomes = SuccessRates["total"];

function sumOf(days: readonly Outcomes[], of: keyof Outcomes): number {
  return days.reduce((sum, day) => sum + day[of], 0);
}

function outcomes(posted: readonly { n: number }[], failed: readonly FailureDayRow[]): Outcomes {
  const count = (rows: readonly { n: number }[]) => rows.reduce((sum, { n }) => sum + n, 0);
  const systemErrors = count(failed.filter(({ isSystem }) => isSystem));
  // The hold of a payout whose money went back was posted, but the payout did not succeed.
  const undone = count(failed.filter(({ isPayout }) => isPayout));
  return { succeeded: count(posted) - undone, customerErrors: count(failed) - systemErrors, systemErrors };
}

function reasonsOf(reasons: readonly FailureReasonRow[]): SuccessRates["reasons"] {
  return reasons
    .map((row) => ({
      source: row.source,
      code: row.code,
      reason: reasonOf(row),
      cause: row.isSystem ? ("SYSTEM" as const) : ("CUSTOMER" as const),
      count: row.n,
    }))
    .sort((left, right) => right.count - left.count || left.code.localeCompare(right.code))
    .slice(0, MOST_REASONS);
}

/** A sentence for people; callers compare codes. */
export function reasonOf({ source, code }: Pick<FailureReasonRow, "source" | "code">): string {
  if (code === "") return insightTexts.unknown;
  if (source === "transaction") return code;
  return source === "payout" ? payoutReason(code) : itemReasonOf(code);
}

function payoutReason(code: string): string {
  const texts: Record<string, string> = {
    cancelled: insightTexts.cancelled,
    failed: insightTexts.refusedByBank,
    reversed: insightTexts.takenBack,
  };
  const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (known) return known;
  const outcome = outcomeOfCode(code);
  if (outcome.outcome === "succeeded") return insightTexts.takenBack;
  return "reason" in outcome && outcome.reason !== "Unmapped code" ? outcome.reason : insightTexts.bankCode(code);
}

function itemReasonOf(code: string): string {
  if (code === "row_invalid") return insightTexts.rowInvalid;
  if (code === "already_paid") return insightTexts.alreadyPaid;
  if (Object.hasOwn(itemReasonTexts, code)) return itemReasonTexts[code as keyof typeof itemReasonTexts];
  return Object.hasOwn(failures, code) ? failures[code as keyof typeof failures].message : code;
}
