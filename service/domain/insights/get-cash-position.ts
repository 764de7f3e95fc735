import type { CashPosition } from "../../../contract/insights.ts";
import { type CashSumRow, findCashSums } from "../../db/insights/cash-sums.ts";
import { findLedgerCheck } from "../../db/ledger/trial-balance.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { type DayRange, daysOf } from "../merchant/analytics/analytics-days.ts";
import { cashFlowOfGroups, FLOW_GROUPS } from "../merchant/analytics/day-sums.ts";

/**
 * What all wallets, the merchant's own included, held at the beginning, what came in and went out, and what they held at the end, by day
 * and month; and whether the sums of all days equal the balances of the accounts. Posted payments count immediately. Days are
 * Africa/Lagos, both included. Kobo. Dashboard 9, decision 0140.
 */
export async function getCashPosition(ctx: Context, span: DayRange): Promise<CashPosition> {
  const [{ rows, balances, isComplete }, check] = await Promise.all([
    findCashSums(ctx.db, ctx.tenant.id, { from: span.startDate, to: span.endDate }, FLOW_GROUPS),
    findLedgerCheck(ctx.db, ctx.tenant.id),
  ]);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  let balance = net(rows.filter(({ day }) => day < span.startDate));
  const days = daysOf(span).map((date) => {
    const opening = balance;
    const flow = cashFlowOfGroups(byDay.get(date) ?? []);
    balance = opening + flow.moneyIn - flow.moneyOut;
    return { date, opening, ...flow, closing: balance };
  });
  const months = Map.groupBy(days, ({ date }) => date.slice(0, 7));
  const difference = balance + net(rows.filter(({ day }) => day > span.endDate)) - balances;
  return {
    asOf: ctx.clock.now().toISOString(),
    ...wired(joined(days)),
    days: days.map(({ date, ...flow }) => ({ date, ...wired(flow) })),
    months: [...months].map(([month, of]) => ({ month, ...wired(joined(of)) })),
    proof: {
      status: !isComplete ? "PENDING" : difference === 0n ? "EQUAL" : "DIFFERENT",
      balances: koboToWireEdge(balances),
      difference: koboToWireEdge(difference),
      ledgerBalanced: check?.balanced ?? null,
      ledgerCheckedAt: check?.checkedAt.toISOString() ?? null,
    },
  };
}

type Flow = { opening: bigint; moneyIn: bigint; moneyOut: bigint; closing: bigint };

function net(rows: readonly CashSumRow[]): bigint {
  const { moneyIn, moneyOut } = cashFlowOfGroups(rows);
  return moneyIn - moneyOut;
}

/** One flow of consecutive ones; a period has at least one day. */
function joined(flows: readonly Flow[]): Flow {
  const [first, last] = [flows[0], flows.at(-1)];
  if (!first || !last) throw new Error("a period has at least one day");
  const sum = (of: "moneyIn" | "moneyOut") => flows.reduce((total, flow) => total + flow[of], 0n);
  return { opening: first.opening, moneyIn: sum("moneyIn"), moneyOut: sum("moneyOut"), closing: last.closing };
}

function wired({ opening, moneyIn, moneyOut, closing }: Flow) {
  return {
    opening: koboToWireEdge(opening),
    moneyIn: koboToWireEdge(moneyIn),
    moneyOut: koboToWireEdge(moneyOut),
    closing: koboToWireEdge(closing),
  };
}
