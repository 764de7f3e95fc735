import { DeclineCode } from "../../../contract/card-authorizations.ts";
import type { CardSums } from "../../../contract/insights.ts";
import { declineTexts } from "../../../contract/texts/insights.ts";
import { type CardDayRow, type CardPeriodRow, findCardSums } from "../../db/insights/card-days.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { type DayRange, daysOf } from "../merchant/analytics/analytics-days.ts";
import { comparedDays } from "./insight-kinds.ts";

/**
 * What cards authorized, cleared and refunded, by day and beside the period before, and why payments were declined. Authorized and declined
 * count on the day that the issuer asked, cleared and refunded on the day that they were booked. Days are Africa/Lagos, both included. Kobo.
 * Cards 5, decision 0147.
 */
export async function getCardSums(ctx: Context, span: DayRange): Promise<CardSums> {
  const { days, periods } = await findCardSums(ctx.db, ctx.tenant.id, comparedDays(span));
  const byDay = Map.groupBy(days, ({ day }) => day);
  const of = (what: CardPeriodRow["what"]) => compared(periods.filter((row) => row.what === what));
  const declined = Map.groupBy(
    periods.filter(({ what }) => what === "declined"),
    ({ code }) => code,
  );
  return {
    asOf: ctx.clock.now().toISOString(),
    authorized: of("authorized"),
    cleared: of("cleared"),
    refunded: of("refunded"),
    declined: of("declined"),
    days: daysOf(span).map((date) => {
      const amountOf = (what: CardDayRow["what"]) =>
        totalOf((byDay.get(date) ?? []).filter((row) => row.what === what)).amount;
      return { date, authorized: amountOf("authorized"), cleared: amountOf("cleared"), refunded: amountOf("refunded") };
    }),
    declines: [...declined]
      .map(([given, rows]) => {
        const code = DeclineCode.parse(given);
        return { code, reason: declineTexts[code], ...compared(rows) };
      })
      .sort((left, right) => right.count - left.count || left.code.localeCompare(right.code)),
  };
}

function compared(rows: readonly CardPeriodRow[]) {
  return { ...totalOf(rows.filter(({ isNow }) => isNow)), before: totalOf(rows.filter(({ isNow }) => !isNow)) };
}

function totalOf(rows: readonly { n: number; amount: bigint }[]) {
  return {
    amount: koboToWireEdge(rows.reduce((sum, { amount }) => sum + amount, 0n)),
    count: rows.reduce((sum, { n }) => sum + n, 0),
  };
}
