import { percentText } from "../percent.ts";
import { formatNaira } from "./naira.ts";

/** A figure of the week and of the week before; amounts in kobo. */
export type ReportLine = { name: keyof typeof NAMES; now: bigint; before: bigint };

/** Requests by their end. */
type Requests = { succeeded: number; customerErrors: number; systemErrors: number };

const NAMES = {
  credits: "Credits",
  debits: "Debits",
  transfers: "Transfers between customers",
  payouts: "Bank transfers sent",
  bankCredits: "Bank transfers received",
  fees: "Your fees",
} as const;

type Report = {
  name: string;
  businessName: string;
  isSandbox: boolean;
  /** Both days of the week, such as `16 Nov 2026`. */
  firstDay: string;
  lastDay: string;
  lines: readonly ReportLine[];
  requests: { now: Requests; before: Requests };
  activeWallets: { now: number; new: number; before: number };
  newWallets: number;
  cash: { opening: bigint; moneyIn: bigint; moneyOut: bigint; closing: bigint };
  /** The page of Insights and the lists behind the figures; null where the service has no dashboard. */
  links: { insights: string; rows: readonly { of: keyof typeof LINKED; link: string }[] } | null;
};

const LINKED = {
  ...NAMES,
  requests: "Success rate",
  activeWallets: "Active wallets",
  newWallets: "Wallets created",
  moneyIn: "In",
  moneyOut: "Out",
} as const;

const LARGEST = 3;

/** The weekly report of a merchant's figures. Amounts in kobo. Decision 0144. */
export const weeklyReportTexts = {
  subject: (businessName: string, firstDay: string, lastDay: string, isSandbox: boolean) =>
    `${businessName}: ${firstDay} to ${lastDay}${isSandbox ? " (sandbox)" : ""}`,
  body(report: Report): string {
    const {
      name,
      businessName,
      isSandbox,
      firstDay,
      lastDay,
      lines,
      requests,
      activeWallets,
      newWallets,
      cash,
      links,
    } = report;
    const changes = largestChanges(lines).map((line) => `- ${NAMES[line.name]}: ${changeOf(line)}`);
    return `Hello ${name},

This is the week of ${businessName}${isSandbox ? " (sandbox)" : ""}, ${firstDay} to ${lastDay}, Lagos time.

${lines.map((line) => `${NAMES[line.name]}: ${formatNaira(line.now)} (${formatNaira(line.before)} the week before)`).join("\n")}
Success rate: ${rateOf(requests.now)} (${rateOf(requests.before)} the week before)
Active wallets: ${count(activeWallets.now)}, ${count(activeWallets.new)} of them new (${count(activeWallets.before)} the week before)
Wallets created: ${count(newWallets)}

Cash position, all wallets together:
${signed(cash.opening)} opening + ${signed(cash.moneyIn)} in - ${signed(cash.moneyOut)} out = ${signed(cash.closing)} closing

${changes.length > 0 ? `Largest changes:\n${changes.join("\n")}` : "No figure changed from the week before."}
${links === null ? "" : `\n${links.insights}\n\nThe lists behind these figures:\n${links.rows.map(({ of, link }) => `${LINKED[of]}: ${link}`).join("\n")}\n`}
You get this mail on Mondays because you subscribed to it. Stop it under Settings, Profile, or on the page Insights.`;
  },
};

function largestChanges(lines: readonly ReportLine[]): ReportLine[] {
  const sizeOf = ({ now, before }: ReportLine) => (now > before ? now - before : before - now);
  return lines
    .filter((line) => sizeOf(line) > 0n)
    .sort((one, other) => Number(sizeOf(other) - sizeOf(one)))
    .slice(0, LARGEST);
}

function changeOf({ now, before }: ReportLine): string {
  const change = `${now > before ? "up" : "down"} ${formatNaira(now > before ? now - before : before - now)}`;
  const share =
    before > 0n ? ` (${now > before ? "+" : ""}${((Number(now - before) / Number(before)) * 100).toFixed(1)}%)` : "";
  return `${change}${share} to ${formatNaira(now)}`;
}

function rateOf({ succeeded, customerErrors, systemErrors }: Requests): string {
  const all = succeeded + customerErrors + systemErrors;
  if (all === 0) return "no requests";
  const withAll = percentText((succeeded / all) * 100);
  if (all === customerErrors) return `${withAll} with customer errors`;
  return `${percentText((succeeded / (succeeded + systemErrors)) * 100)} without customer errors, ${withAll} with them`;
}

function signed(kobo: bigint): string {
  return kobo < 0n ? `-${formatNaira(-kobo)}` : formatNaira(kobo);
}

function count(value: number): string {
  return value.toLocaleString("en-NG");
}
