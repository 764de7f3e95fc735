import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { AnalyticsSpan } from "./merchant-analytics.ts";
import { Day, Instant, Kobo } from "./values.ts";

/** What the wallets held and what entered and left them. opening + moneyIn - moneyOut = closing. Kobo. */
const CashFlow = z.object({ opening: Kobo, moneyIn: Kobo, moneyOut: Kobo, closing: Kobo });

/**
 * Whether the sums of all days equal the balances of the accounts, read in one snapshot. PENDING: the worker has not added up enough
 * postings to compare. `difference` is sums minus balances. `ledgerBalanced` and `ledgerCheckedAt`: the last check of the whole ledger.
 */
const CashProof = z.object({
  status: z.enum(["EQUAL", "DIFFERENT", "PENDING"]),
  balances: Kobo,
  difference: Kobo,
  ledgerBalanced: z.boolean().nullable(),
  ledgerCheckedAt: Instant.nullable(),
});

export const CashPosition = CashFlow.extend({
  asOf: Instant,
  /** In order, days without activity included. For today, `closing` is the balance now. */
  days: z.array(CashFlow.extend({ date: Day })),
  /** `month` is `YYYY-MM`; the first and the last may be parts of a month. */
  months: z.array(CashFlow.extend({ month: z.string() })),
  proof: CashProof,
}).meta({ id: "CashPosition" });
export type CashPosition = z.output<typeof CashPosition>;

/** What all endpoints of insights have in common. Days are Africa/Lagos, both included, at most 366. */
export const insight = {
  tag: "Merchant",
  method: "GET",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
  permission: "BROWSE_TRANSACTIONS",
  source: "dashboard 9",
  query: AnalyticsSpan,
} as const;

/** Figures for the merchant's finance people. Every one equals the books. Decision 0140. */
export const insightEndpoints = {
  getCashPosition: endpoint({
    ...insight,
    path: "/merchant/insights/cash-position",
    summary: "Get opening, in, out and closing of all wallets by day and month, with the proof",
    reply: success({ data: CashPosition }),
  }),
};
