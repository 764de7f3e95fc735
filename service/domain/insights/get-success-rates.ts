import { failures } from "../../../contract/errors.ts";
import type { SuccessRates } from "../../../contract/insights.ts";
import { itemReasonTexts } from "../../../contract/texts/batches.ts";
import { insightTexts } from "../../../contract/texts/insights.ts";
import { type FailureRow, findFailures } from "../../db/insights/failures.ts";
import { findCurrentTransactionDays, type TransactionDayRow } from "../../db/transactions/rollups.ts";
import { outcomeOfCode } from "../../providers/rails/easypay/response-codes.ts";
import type { Context } from "../context.ts";
import { type DayRange, daysOf } from "../merchant/analytics/analytics-days.ts";
import { periodBefore } from "./insight-kinds.ts";

const MOST_REASONS = 50;
// Payments that somebody requested. Money that arrives, funding and bookings are no requests.
const REQUESTED = ["credit", "debit", "transfer", "payout", "merchant_payout"];
// Codes of a bank about the account that the request names, its amount or its owner.
const CUSTOMER_CODES = ["06", "07", "08", "13", "57", "61", "65", "69", "70", "71", "cancelled"];

/**
 * Requests that succeeded and failed, by the day of the request, and why they failed. Counts what is recorded: posted payments, rejected
 * items of batches, approved payments that the ledger refused, and payouts whose money went back. A request that was refused before
 * anything was recorded is not among them. Days are Africa/Lagos, both included. Dashboard 9, decision 0142.
 */
export async function getSuccessRates(ctx: Context, span: DayRange): Promise<SuccessRates> {
  const former = periodBefore(span);
  const both = { from: former.startDate, to: span.endDate };
  const [posted, failed] = await Promise.all([
    findCurrentTransactionDays(ctx.db, ctx.tenant.id, both),
    findFailures(ctx.db, ctx.tenant.id, both),
  ]);
  const requested = posted.filter(({ kind }) => REQUESTED.includes(kind));
  const within =
    ({ startDate, endDate }: DayRange) =>
    ({ day }: { day: string }) =>
      day >= startDate && day <= endDate;
  const of = (range: DayRange) => outcomes(requested.filter(within(range)), failed.filter(within(range)));
  const [postedOn, failedOn] = [Map.groupBy(requested, ({ day }) => day), Map.groupBy(failed, ({ day }) => day)];
  return {
    asOf: ctx.clock.now().toISOString(),
    total: of(span),
    before: of(former),
    days: daysOf(span).map((date) => ({ date, ...outcomes(postedOn.get(date) ?? [], failedOn.get(date) ?? []) })),
    reasons: reasonsOf(failed.filter(within(span))),
  };
}

function outcomes(posted: readonly TransactionDayRow[], failed: readonly FailureRow[]) {
  const count = (rows: readonly FailureRow[]) => rows.reduce((sum, { n }) => sum + n, 0);
  const systemErrors = count(failed.filter((row) => causeOf(row) === "SYSTEM"));
  // The hold of a payout whose money went back was posted, but the payout did not succeed.
  const undone = count(failed.filter(({ source }) => source === "payout"));
  return {
    succeeded: Number(posted.reduce((sum, { n }) => sum + n, 0n)) - undone,
    customerErrors: count(failed) - systemErrors,
    systemErrors,
  };
}

function reasonsOf(failed: readonly FailureRow[]): SuccessRates["reasons"] {
  const groups = Map.groupBy(failed, ({ source, code }) => `${source} ${code}`);
  return [...groups.values()]
    .flatMap((rows) => {
      const [first] = rows;
      const count = rows.reduce((sum, { n }) => sum + n, 0);
      if (!first || count === 0) return [];
      const { source, code } = first;
      return [{ source, code, reason: reasonOf(first), cause: causeOf(first), count }];
    })
    .sort((left, right) => right.count - left.count || left.code.localeCompare(right.code))
    .slice(0, MOST_REASONS);
}

function causeOf({ source, code }: Pick<FailureRow, "source" | "code">): "CUSTOMER" | "SYSTEM" {
  if (source === "payout") return CUSTOMER_CODES.includes(code) ? "CUSTOMER" : "SYSTEM";
  return statusOf(code) >= 500 ? "SYSTEM" : "CUSTOMER";
}

function statusOf(code: string): number {
  return Object.hasOwn(failures, code) ? failures[code as keyof typeof failures].status : 400;
}

/** A sentence for people; callers compare codes. */
function reasonOf({ source, code }: Pick<FailureRow, "source" | "code">): string {
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
