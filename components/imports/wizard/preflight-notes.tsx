"use client";

import { CircleAlert, CopyCheck, LoaderCircle } from "lucide-react";
import { problemText } from "../../../lib/api/service-error.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { RECENT_DAYS, repeatedWord } from "../../../lib/format/repeated-rows.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import type { Verdict, VerdictChoice, VerdictCounts } from "../../../lib/import/rows/verdicts.ts";
import type { ReviewRow, ReviewRows } from "../../../lib/import/worker/worker-messages.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { texts } from "./texts.ts";
import type { Preflight } from "./use-preflight.ts";

type NotesProps = {
  kind: ImportKind;
  preflight: Preflight;
  rows: number;
  counts: VerdictCounts;
  choice: VerdictChoice;
  isSentToday: boolean;
  onChoice: (choice: VerdictChoice) => void;
  onRetry: () => void;
};

const CHECKING: Record<ImportKind, (done: string, rows: string) => string> = {
  create: texts.checkingPhonesBvnsAnd,
  credit: texts.checkingAccountsLimitsAnd,
  debit: texts.checkingAccountsLimitsAnd,
  payout: texts.checkingNamesAtThe,
};

/** What the service says about the rows, before anybody types a total: payments that exist already, rows that would fail, and names. */
export function PreflightNotes(props: NotesProps) {
  const { kind, preflight, rows, onRetry } = props;
  if (preflight.at === "idle") return null;
  if (preflight.at === "running") {
    return (
      <p role="status" className="flex items-center gap-2 text-fg-2 tabular-nums">
        <Icon of={LoaderCircle} className="animate-turn" />
        {CHECKING[kind](preflight.done.toLocaleString("en-NG"), countOf(rows, "row"))}
      </p>
    );
  }
  if (preflight.at === "failed") {
    return (
      <Callout
        role="alert"
        tone="bad"
        icon={CircleAlert}
        title={texts.theRowsCouldNot}
        action={
          <Button size="small" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        }
      >
        <p>{texts.problemNothingWasSent(problemText(preflight.error))}</p>
      </Callout>
    );
  }
  return <Verdicts {...props} found={preflight.rows} />;
}

function Verdicts({ found, ...props }: NotesProps & { found: ReviewRows }) {
  const { kind, rows, counts, choice, isSentToday, onChoice } = props;
  const { paid, recent, failing } = counts;
  const { withVerdict, sent } = found;
  const repeats = withVerdict.filter(({ verdict }) => verdict?.kind !== "failing");
  const failures = withVerdict.filter(({ verdict }) => verdict?.kind === "failing");
  return (
    <>
      {kind === "create" && <ExistingNotes counts={counts} rows={repeats} isAgain={choice.again} />}
      {kind !== "create" && paid + recent > 0 && (
        <RepeatsNote kind={kind} counts={counts} rows={repeats} isAgain={choice.again} />
      )}
      {(recent > 0 || (kind !== "create" && (paid > 0 || isSentToday))) && (
        <Choice
          label={kind === "create" ? texts.createThemAllThe : texts.payAgainEvenIf}
          hint={kind === "create" ? texts.twoCustomersMayShare : texts.eachPersonGetsThe}
          checked={choice.again}
          onChange={(again) => onChoice({ ...choice, again })}
        />
      )}
      {failing > 0 && (
        <>
          <Callout role="status" tone="wait" icon={CircleAlert} title={texts.rowsWouldFail(countOf(failing, "row"))}>
            {kind === "payout" && <p>{texts.goBackToPut}</p>}
            <RowsList kind={kind} label={texts.rowsThatWouldFail} rows={failures} all={failing} />
          </Callout>
          <Choice
            label={texts.leaveOutRowsThat(countOf(failing, "row"))}
            hint={texts.otherwiseTheyAreSent}
            checked={!choice.withFailing}
            onChange={(isLeftOut) => onChoice({ ...choice, withFailing: !isLeftOut })}
          />
        </>
      )}
      {sent.length > 0 && (
        <details className="rounded-control border px-4 py-3">
          <summary className="cursor-pointer font-medium">
            {kind === "create" ? texts.customersToCreate : texts.accountHolders}
          </summary>
          <RowsList kind={kind} label={texts.rowsThatWillBe} rows={sent} all={rows} />
        </details>
      )}
    </>
  );
}

type ExistingNotesProps = { counts: VerdictCounts; rows: readonly ReviewRow[]; isAgain: boolean };

/** Rows of people who are customers already, and those whose e-mail another customer has. */
function ExistingNotes({ counts: { paid, recent }, rows, isAgain }: ExistingNotesProps) {
  const of = (kind: "paid" | "recent") => rows.filter(({ verdict }) => verdict?.kind === kind);
  return (
    <>
      {paid > 0 && (
        <Callout role="status" tone="wait" icon={CopyCheck} title={texts.rowsAreCustomersAlready(countOf(paid, "row"))}>
          <p>{texts.theyAreLeftOut}</p>
          <RowsList kind="create" label={texts.rowsOfExistingCustomers} rows={of("paid")} all={paid} />
        </Callout>
      )}
      {recent > 0 && (
        <Callout role="status" tone="wait" icon={CopyCheck} title={texts.rowsShareAnEMail(countOf(recent, "row"))}>
          <p>{isAgain ? texts.theyWillBeSent : texts.theyAreLeftOut}</p>
          <RowsList kind="create" label={texts.rowsWithTheSameEMail} rows={of("recent")} all={recent} />
        </Callout>
      )}
    </>
  );
}

type RepeatsNoteProps = { kind: ImportKind; counts: VerdictCounts; rows: readonly ReviewRow[]; isAgain: boolean };

function RepeatsNote({ kind, counts: { paid, recent }, rows, isAgain }: RepeatsNoteProps) {
  const word = repeatedWord(kind === "debit" ? "debit" : "credit").toLowerCase();
  const paidText = `${countOf(paid, "row")} ${paid === 1 ? "was" : "were"} ${word}`;
  const verb = recent === 1 ? "repeats" : "repeat";
  const rowsText = countOf(recent, "row");
  const recentText =
    kind === "payout" ? texts.bankTransfersRepeat(rowsText, verb) : texts.rowsARecentPayment(rowsText, verb);
  return (
    <Callout role="status" tone="wait" icon={CopyCheck} title={paid > 0 ? paidText : recentText}>
      {recent > 0 && kind !== "payout" && (
        <p>{texts.countTheSameAmount(countOf(recent, paid > 0 ? texts.moreRow : "row"), RECENT_DAYS)}</p>
      )}
      <p>{isAgain ? texts.theyWillBeSent : texts.theyAreLeftOut}</p>
      <RowsList kind={kind} label={texts.rowsThatWerePaid} rows={rows} all={paid + recent} />
    </Callout>
  );
}

type ChoiceProps = { label: string; hint: string; checked: boolean; onChange: (checked: boolean) => void };

function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-fg"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        <span className="block text-fg-3 text-xs">{hint}</span>
      </span>
    </label>
  );
}

function hrefOf(kind: ImportKind, { batchId, customerId }: Verdict): string | null {
  if (customerId !== undefined) return `/wallets/${customerId}`;
  return batchId === null ? null : `/imports/${kind}/${batchId}`;
}

type RowsListProps = { kind: ImportKind; label: string; rows: readonly ReviewRow[]; all: number };

/** The first rows with name, account, amount and verdict. */
function RowsList({ kind, label, rows, all }: RowsListProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <ul aria-label={label} tabIndex={0} className="scroll-thin mt-2 grid max-h-52 gap-1.5 overflow-y-auto text-xs">
        {rows.map(({ row, name, payee, amount, verdict }) => (
          <li key={row} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 break-words" title={payee}>
              <span className="text-fg-2 tabular-nums">{texts.rowRow(row.toLocaleString("en-NG"))} </span>
              {name ?? payee} · {amount === null ? payee : formatKobo(amount)}
            </span>
            {verdict &&
              (hrefOf(kind, verdict) === null ? (
                <span>{verdict.text}</span>
              ) : (
                <Link
                  href={hrefOf(kind, verdict) ?? ""}
                  target="_blank"
                  className="rounded-small font-medium underline underline-offset-2"
                >
                  {verdict.text}
                </Link>
              ))}
          </li>
        ))}
      </ul>
      {all > rows.length && (
        <p className="mt-1 text-fg-3 text-xs">
          {texts.theFirstCountOf(rows.length.toLocaleString("en-NG"), all.toLocaleString("en-NG"))}
        </p>
      )}
    </>
  );
}
