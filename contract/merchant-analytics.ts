import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { Day, Instant, Kobo, Tier, WalletStatus } from "./values.ts";

const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

export const AnalyticsSpan = z
  .object({ startDate: Day, endDate: Day })
  .refine(({ startDate, endDate }) => startDate <= endDate, { error: "must not be after endDate", path: ["startDate"] })
  .refine(({ startDate, endDate }) => Date.parse(endDate) - Date.parse(startDate) < DAYS_MAX * DAY_MS, {
    error: `must be at most ${DAYS_MAX} days before endDate`,
    path: ["startDate"],
  });

/** The volumes of one day in Africa/Lagos, in kobo, without fees. */
const MoneyDay = z.object({
  date: Day,
  credits: Kobo,
  creditCount: z.int(),
  debits: Kobo,
  debitCount: z.int(),
  transfers: Kobo,
  transferCount: z.int(),
  walletsCreated: z.int(),
});

const AnalyticsDay = MoneyDay.extend({
  funding: Kobo,
  fundingCount: z.int(),
  platformFees: Kobo,
  merchantFees: Kobo,
  /** At the end of the day; for today, now. */
  merchantBalance: Kobo,
  customerBalance: Kobo,
  deliveriesSucceeded: z.int(),
  deliveriesFailed: z.int(),
});

/** `asOf`: the sums include everything posted until then. Null before the first run. */
const asOf = Instant.nullable();

export const Overview = z.object({ asOf, days: z.array(MoneyDay) }).meta({ id: "Overview" });
export type Overview = z.output<typeof Overview>;

export const Analytics = z
  .object({
    asOf,
    days: z.array(AnalyticsDay),
    wallets: z.array(z.object({ tier: Tier, status: WalletStatus, count: z.int() })),
    failures: z.array(z.object({ reason: z.string(), count: z.int() })),
  })
  .meta({ id: "Analytics" });
export type Analytics = z.output<typeof Analytics>;

const read = {
  tag: "Merchant",
  method: "GET",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
  permission: "BROWSE_TRANSACTIONS",
  query: AnalyticsSpan,
} as const;

export const merchantAnalyticsEndpoints = {
  getOverview: endpoint({
    ...read,
    path: "/merchant/overview",
    replica: true,
    summary: "Get credits, debits and new wallets by day",
    source: "dashboard 9",
    reply: success({ data: Overview }),
  }),
  getAnalytics: endpoint({
    ...read,
    path: "/merchant/analytics",
    replica: true,
    summary: "Get volumes, balances, wallets, failures and deliveries over time",
    source: "dashboard 9",
    reply: success({ data: Analytics }),
  }),
};
