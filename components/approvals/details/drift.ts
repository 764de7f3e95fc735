import type { PendingDetails, PendingItem } from "../../../contract/approvals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { texts } from "./texts.ts";

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
    title: texts.from,
    lines: [
      { name: texts.status, read: of("source", statusText), failsAs: ["source_inactive"] },
      {
        name: texts.available,
        read: of("source", ({ balance }) => formatKobo(balance)),
        failsAs: ["insufficient_balance", "min_balance_not_met"],
      },
      { name: texts.dailyLimit, read: of("source", ({ dailyLimit }) => limitText(dailyLimit)) },
      { name: texts.spentToday, read: of("source", ({ spentToday }) => formatKobo(spentToday)) },
      {
        name: texts.leftToday,
        read: of("source", ({ dailyRemaining }) => limitText(dailyRemaining)),
        failsAs: ["daily_limit_exceeded"],
      },
      {
        name: texts.fee,
        read: (preview) => (preview.charges === undefined ? formatKobo(preview.transaction_fee) : undefined),
      },
      {
        name: texts.feeVatAndDuty,
        read: (preview) => (preview.charges === undefined ? undefined : formatKobo(preview.transaction_fee)),
      },
    ],
  },
  {
    title: texts.bankAccount,
    lines: [
      {
        name: texts.nameAtTheBank,
        read: ({ bank, account }) => (bank === undefined ? undefined : (account?.accountName ?? texts.notKnown)),
        failsAs: ["account_name_mismatch", "bank_account_not_found", "bank_account_unknown", "rail_unavailable"],
      },
      { name: texts.bank, read: ({ bank }) => bank?.name, failsAs: ["bank_unknown"] },
    ],
  },
  {
    title: texts.to,
    lines: [
      { name: texts.status, read: of("target", statusText), failsAs: ["destination_inactive"] },
      {
        name: texts.credits,
        read: of("target", ({ postNoCredit }) => (postNoCredit ? texts.blocked : texts.allowed)),
        failsAs: ["post_no_credit"],
      },
      {
        name: texts.available,
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
  const isChanged = row.before !== null && row.now !== null && row.before !== row.now;
  return [{ ...row, mark: isChanged ? "changed" : "same" }];
}

function of(side: "source" | "target", read: (side: Side) => string): Line["read"] {
  return (preview) => {
    const found = preview[side];
    return found ? read(found) : undefined;
  };
}

function statusText({ status }: Side): string {
  return status === "ACTIVE" ? texts.active : texts.frozen;
}

function limitText(kobo: number | null): string {
  return kobo === null ? texts.noLimit : formatKobo(kobo);
}
