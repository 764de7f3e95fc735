import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { insight } from "./insights.ts";
import { AccountNumber, Day, Id, Instant, Kobo, Tier } from "./values.ts";

/** The figures include everything posted until then. Null before the first run, and while the past is added. */
const asOf = Instant.nullable();

/** The first day of the period. `new`: the wallet was created in the same period, `returning`: before it. */
const ActivePeriod = z.object({ start: Day, new: z.int(), returning: z.int() });

/**
 * A wallet is active in a period if a posted transaction of any kind moved money into or out of it. The last 12 weeks (from
 * Monday) and months in Lagos, the current ones included. A cohort is the wallets created in one month; `active[n]` of them were active n
 * months after it.
 */
export const ActiveWallets = z
  .object({
    asOf,
    weeks: z.array(ActivePeriod),
    months: z.array(ActivePeriod),
    cohorts: z.array(z.object({ month: Day, wallets: z.int(), active: z.array(z.int()) })),
  })
  .meta({ id: "ActiveWallets" });
export type ActiveWallets = z.output<typeof ActiveWallets>;

/** Posted transactions by weekday (1 is Monday, 7 is Sunday) and hour in Lagos. `peak` has the most; null without transactions. */
export const BusyHours = z
  .object({
    asOf,
    hours: z.array(z.object({ weekday: z.int(), hour: z.int(), count: z.int() })),
    peak: z.object({ weekday: z.int(), hour: z.int() }).nullable(),
  })
  .meta({ id: "BusyHours" });
export type BusyHours = z.output<typeof BusyHours>;

/** The volume of a customer is what moved into and out of the wallet, without fees. `total`: of all customers. Kobo. */
export const TopCustomers = z
  .object({
    asOf,
    startDate: Day,
    endDate: Day,
    total: Kobo,
    customers: z.array(
      z.object({ customerId: Id, name: z.string(), accountNumber: AccountNumber, transactions: z.int(), volume: Kobo }),
    ),
  })
  .meta({ id: "TopCustomers" });
export type TopCustomers = z.output<typeof TopCustomers>;

/**
 * Customers' wallets as counted at `asOf`, every 5 minutes. `over90`: wallets above 90 % of the limit of their tier. Ranges include `from`
 * and exclude `to`; the last has no end. Kobo.
 */
export const WalletLevels = z
  .object({
    asOf,
    tiers: z.array(z.object({ tier: Tier, wallets: z.int() })),
    over90: z.object({ maxBalance: z.int(), dailyLimit: z.int() }),
    balances: z.array(z.object({ from: Kobo, to: Kobo.nullable(), wallets: z.int(), balance: Kobo })),
  })
  .meta({ id: "WalletLevels" });
export type WalletLevels = z.output<typeof WalletLevels>;

const { query, ...read } = insight;

/** Figures of the customers and their wallets. Decision 0143. */
export const insightCustomerEndpoints = {
  getActiveWallets: endpoint({
    ...read,
    path: "/merchant/insights/active-wallets",
    replica: true,
    summary: "Get active wallets by week and month, new and returning, and by month of creation",
    reply: success({ data: ActiveWallets }),
  }),
  getWalletLevels: endpoint({
    ...read,
    path: "/merchant/insights/wallet-levels",
    replica: true,
    summary: "Get wallets by tier and balance, and how many are near a limit",
    reply: success({ data: WalletLevels }),
  }),
  getTopCustomers: endpoint({
    ...read,
    path: "/merchant/insights/top-customers",
    replica: true,
    summary: "Get the 20 customers with the highest volume in a calendar month",
    query: z.object({
      month: z
        .string()
        .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, "must be a month such as 2026-01")
        .meta({ examples: ["2026-01"] }),
    }),
    reply: success({ data: TopCustomers }),
  }),
  getBusyHours: endpoint({
    ...read,
    path: "/merchant/insights/busy-hours",
    replica: true,
    summary: "Get transactions by weekday and hour",
    query,
    reply: success({ data: BusyHours }),
  }),
};
