import { activeWalletsPath, insightRowsPath, walletRowsPath } from "../../../contract/insight-links.ts";
import type { InsightKind } from "../../../contract/insights.ts";
import { builtInRoles, type Permission, permissionsOfRole } from "../../../contract/permissions.ts";
import { type ReportLine, weeklyReportTexts } from "../../../contract/texts/weekly-report.ts";
import { firstInstant } from "../../../contract/values.ts";
import { findActiveWeeks, findActivityAt } from "../../db/insights/wallet-activity.ts";
import { type ReportReaderRow, takeReportReader } from "../../db/insights/weekly-reports.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import {
  countWalletsOpened,
  findCurrentTransactionDays,
  findTransactionSumsBefore,
} from "../../db/transactions/rollups.ts";
import { daysAfter } from "../../ledger/lagos-day.ts";
import type { Services } from "../context.ts";
import { balanceEffect, cashFlow, type Sums } from "../merchant/analytics/day-sums.ts";
import { safeMailText } from "../messages/mail-text.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { reportMonday } from "../team/report-monday.ts";
import { countRequests } from "./get-success-rates.ts";

const READER: Permission = "BROWSE_TRANSACTIONS";
const READER_RIGHTS = {
  permission: READER,
  roles: builtInRoles.filter((role) => permissionsOfRole[role].includes(READER)),
};
/** Later the next week is more interesting, and the dashboard shows both. */
const WORTH_SENDING_MS = 2 * 86_400_000;

/**
 * Mails the report of the last week to every member who subscribed, on Monday from 08:00 Lagos time, once the week is added up. The mail
 * commits with the mark of that Monday: several workers or a crash neither repeat nor lose it. Members who may no longer see the figures
 * get none. Returns the number of mails if there was one. Decision 0144.
 */
export async function mailWeeklyReports(services: Services): Promise<{ mails: number } | undefined> {
  const monday = reportMonday(services.clock.now());
  // After a stop of the worker the figures are still being added up, the activity of wallets last. The job repeats.
  const addedUpAt = await findActivityAt(services.db);
  if (addedUpAt === null || addedUpAt.getTime() < firstInstant(monday)) return undefined;
  let mails = 0;
  let after: string | null = null;
  for (;;) {
    const reader = await inTransaction(services.db, async (tx) => {
      const taken = await takeReportReader(tx, { monday, after }, READER_RIGHTS);
      if (taken?.mayRead) await mailReport(tx, services, { reader: taken, monday });
      return taken;
    });
    if (!reader) return mails > 0 ? { mails } : undefined;
    if (reader.mayRead) mails += 1;
    after = reader.merchantId;
  }
}

async function mailReport(
  tx: Transaction,
  services: Services,
  { reader, monday }: { reader: ReportReaderRow; monday: string },
): Promise<void> {
  const [from, to, before] = [daysAfter(monday, -7), daysAfter(monday, -1), daysAfter(monday, -14)];
  const isSandbox = reader.mode === "SANDBOX";
  const [firstDay, lastDay] = [dayText(from), dayText(to)];
  const businessName = safeMailText(reader.businessName);
  const { dashboardUrl } = services;
  await queueMessage(tx, services, {
    tenant: { id: reader.tenant },
    channel: "email",
    to: reader.email,
    subject: weeklyReportTexts.subject(businessName, firstDay, lastDay, isSandbox),
    text: weeklyReportTexts.body({
      name: safeMailText(reader.firstName),
      ...{ businessName, isSandbox, firstDay, lastDay },
      ...(await figuresOf(tx, reader.tenant, { before, from, to })),
      links: dashboardUrl ? linksOf(dashboardUrl, { startDate: from, endDate: to }) : null,
    }),
    goodUntil: new Date(services.clock.now().getTime() + WORTH_SENDING_MS),
  });
}

async function figuresOf(tx: Transaction, tenant: number, days: { before: string; from: string; to: string }) {
  const week = { from: days.from, to: days.to };
  const rows = await findCurrentTransactionDays(tx, tenant, { from: days.before, to: days.to });
  const sums = rows.filter(({ day }) => day >= days.from);
  const former = rows.filter(({ day }) => day < days.from);
  const active = await findActiveWeeks(tx, tenant, days.before);
  const opened = await countWalletsOpened(tx, tenant, week);
  const earlier = balanceEffect([...(await findTransactionSumsBefore(tx, tenant, days.before)), ...former]);
  const opening = earlier.merchant + earlier.customers;
  const { moneyIn, moneyOut } = cashFlow(sums);
  const requests = await countRequests(tx, tenant, { startDate: days.from, endDate: days.to });
  const [lastWeek, weekBefore] = [days.from, days.before].map((start) => active.find(({ week: of }) => of === start));
  return {
    lines: linesOf(sums, former),
    requests: { now: requests.total, before: requests.before },
    activeWallets: {
      now: (lastWeek?.newWallets ?? 0) + (lastWeek?.returningWallets ?? 0),
      new: lastWeek?.newWallets ?? 0,
      before: (weekBefore?.newWallets ?? 0) + (weekBefore?.returningWallets ?? 0),
    },
    newWallets: [...opened.values()].reduce((sum, n) => sum + n, 0),
    cash: { opening, moneyIn, moneyOut, closing: opening + moneyIn - moneyOut },
  };
}

function linksOf(dashboardUrl: string, week: { startDate: string; endDate: string }) {
  const created = walletRowsPath({ createdFrom: week.startDate, createdTo: week.endDate });
  const rows = [
    ...LINKED_KINDS.map(([of, kind]) => ({ of, path: insightRowsPath("volume", week, { kind }) })),
    { of: "fees" as const, path: insightRowsPath("merchantFees", week) },
    { of: "requests" as const, path: insightRowsPath("requests", week) },
    { of: "activeWallets" as const, path: activeWalletsPath(week.startDate, "week") },
    { of: "newWallets" as const, path: created },
    { of: "moneyIn" as const, path: insightRowsPath("moneyIn", week) },
    { of: "moneyOut" as const, path: insightRowsPath("moneyOut", week) },
  ];
  return {
    insights: `${dashboardUrl}/insights?startDate=${week.startDate}&endDate=${week.endDate}`,
    rows: rows.map(({ of, path }) => ({ of, link: `${dashboardUrl}${path}` })),
  };
}

const LINKED_KINDS: readonly [ReportLine["name"], InsightKind][] = [
  ["credits", "credits"],
  ["debits", "debits"],
  ["transfers", "transfers"],
  ["payouts", "bankTransfers"],
  ["bankCredits", "bankCredits"],
];

const KINDS: readonly [ReportLine["name"], readonly string[]][] = [
  ["credits", ["credit"]],
  ["debits", ["debit"]],
  ["transfers", ["transfer"]],
  ["payouts", ["payout", "merchant_payout"]],
  ["bankCredits", ["bank_credit", "merchant_bank_credit"]],
];

function linesOf(sums: Sums, former: Sums): ReportLine[] {
  const amountOf = (some: Sums, kinds: readonly string[]) =>
    some.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount : 0n), 0n);
  return [
    ...KINDS.map(([name, kinds]) => ({ name, now: amountOf(sums, kinds), before: amountOf(former, kinds) })),
    { name: "fees", now: earnedFees(sums), before: earnedFees(former) },
  ];
}

/** The merchant's fees. A payout only holds its fees; the booking of its success earns them. */
function earnedFees(sums: Sums): bigint {
  const earning = sums.filter(({ kind }) => kind !== "payout" && kind !== "merchant_payout");
  return earning.reduce((sum, { feeMerchant }) => sum + feeMerchant, 0n);
}

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

function dayText(day: string): string {
  return dayFormat.format(new Date(day));
}
