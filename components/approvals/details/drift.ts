import type { PendingDetails, PendingItem } from "../../../contract/approvals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { formatKobo } from "../../../lib/format/money.ts";

/** `failing`: a check that fails now concerns this line. */
export type DriftMark = PendingItem["mark"];
export type DriftRow = { name: string; before: string | null; now: string | null; mark: DriftMark };
export type DriftGroup = { title: string; rows: DriftRow[] };

type Checks = PendingDetails["checks"];
type Checked = NonNullable<Checks["now"]>;
type Side = NonNullable<MovementPreview["source"]>;
type Line = {
  name: string;
  read: (preview: Checked) => string | undefined;
  failsAs?: readonly string[];
};

/** Compares the values checked at submission with the current ones, line by line. Pure. Dashboard 5.8. */
export function driftOf(checks: Checks): DriftGroup[] {
  const failing = new Set(checks.now?.reasons.map(({ code }) => code));
  return groups.flatMap(({ title, lines }) => {
    const rows = lines.flatMap((line) => rowOf(line, checks, failing));
    return rows.length === 0 ? [] : [{ title, rows }];
  });
}

const groups: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: "From",
    lines: [
      { name: "Status", read: of("source", statusText), failsAs: ["source_inactive"] },
      {
        name: "Available",
        read: of("source", ({ balance }) => formatKobo(balance)),
        failsAs: ["insufficient_balance", "min_balance_not_met"],
      },
      { name: "Daily limit", read: of("source", ({ dailyLimit }) => limitText(dailyLimit)) },
      { name: "Spent today", read: of("source", ({ spentToday }) => formatKobo(spentToday)) },
      {
        name: "Left today",
        read: of("source", ({ dailyRemaining }) => limitText(dailyRemaining)),
        failsAs: ["daily_limit_exceeded"],
      },
      {
        name: "Fee",
        read: (preview) => (preview.charges === undefined ? formatKobo(preview.transaction_fee) : undefined),
      },
      {
        name: "Fee, VAT and duty",
        read: (preview) => (preview.charges === undefined ? undefined : formatKobo(preview.transaction_fee)),
      },
    ],
  },
  {
    title: "Bank account",
    lines: [
      {
        name: "Name at the bank",
        read: ({ bank, account }) => (bank === undefined ? undefined : (account?.accountName ?? "Not known")),
        failsAs: ["account_name_mismatch", "bank_account_not_found", "bank_account_unknown", "rail_unavailable"],
      },
      { name: "Bank", read: ({ bank }) => bank?.name, failsAs: ["bank_unknown"] },
    ],
  },
  {
    title: "To",
    lines: [
      { name: "Status", read: of("target", statusText), failsAs: ["destination_inactive"] },
      {
        name: "Credits",
        read: of("target", ({ postNoCredit }) => (postNoCredit ? "Blocked" : "Allowed")),
        failsAs: ["post_no_credit"],
      },
      {
        name: "Available",
        read: of("target", ({ balance }) => formatKobo(balance)),
        failsAs: ["max_balance_exceeded"],
      },
    ],
  },
];

function rowOf(line: Line, { atSubmission, now }: Checks, failing: Set<string>): DriftRow[] {
  const { name, read, failsAs = [] } = line;
  const row = { name, before: (atSubmission && read(atSubmission)) ?? null, now: (now && read(now)) ?? null };
  if (row.before === null && row.now === null) return [];
  if (failsAs.some((code) => failing.has(code))) return [{ ...row, mark: "failing" }];
  const isChanged = atSubmission !== null && now !== null && row.before !== row.now;
  return [{ ...row, mark: isChanged ? "changed" : "same" }];
}

function of(side: "source" | "target", read: (side: Side) => string): Line["read"] {
  return (preview) => {
    const found = preview[side];
    return found ? read(found) : undefined;
  };
}

function statusText({ status }: Side): string {
  return status === "ACTIVE" ? "Active" : "Frozen";
}

function limitText(kobo: number | null): string {
  return kobo === null ? "No limit" : formatKobo(kobo);
}
