import type { TopCustomers } from "../../../contract/insights-customers.ts";
import { findActivityAt, findMovedInMonth, findTopCustomers } from "../../db/insights/wallet-activity.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";

/** The 20 customers whose wallets moved most in a month, `YYYY-MM` in Lagos, and what all customers moved. Kobo. Decision 0143. */
export async function getTopCustomers(ctx: Context, { month }: { month: string }): Promise<TopCustomers> {
  const startDate = `${month}-01`;
  const [asOf, total, rows] = await Promise.all([
    findActivityAt(ctx.db),
    findMovedInMonth(ctx.db, ctx.tenant.id, startDate),
    findTopCustomers(ctx.db, ctx.tenant.id, startDate),
  ]);
  return {
    asOf: asOf?.toISOString() ?? null,
    startDate,
    endDate: lastDayOf(startDate),
    total: koboToWireEdge(total),
    customers: rows.map(({ n, amount, ...customer }) => ({
      ...customer,
      transactions: n,
      volume: koboToWireEdge(amount),
    })),
  };
}

function lastDayOf(startDate: string): string {
  const at = new Date(startDate);
  at.setUTCMonth(at.getUTCMonth() + 1, 0);
  return at.toISOString().slice(0, 10);
}
