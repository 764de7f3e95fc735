"use client";

import { CopyCheck, Users } from "lucide-react";
import { useId } from "react";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { batchHref } from "../../../lib/format/batch-href.ts";
import { dayText, longInstant, shortInstant } from "../../../lib/format/instant.ts";
import { countOf } from "../../../lib/format/names.ts";
import { RECENT_DAYS, repeatedWord } from "../../../lib/format/repeated-rows.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Link } from "../../ui/link.tsx";
import { Figure, Money } from "../../ui/money.tsx";
import { When } from "../../ui/when.tsx";
import { actionWord, batchKindOf, rowsOf, statusAppearances, stepOf } from "../approval-texts.ts";
import { ApprovalOutcome } from "./approval-outcome.tsx";
import { ApprovalPayout, ApprovalRoute, ApprovalTexts } from "./approval-route.tsx";
import { DriftTable } from "./drift-table.tsx";
import { texts } from "./texts.ts";
import type { useApproval } from "./use-approval.ts";

type BodyProps = {
  details: PendingDetails;
  read: { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };
  approval: ReturnType<typeof useApproval>;
  isOvertaken: boolean;
};

const MOST = 500;

export function ApprovalBody({ details, read, approval, isOvertaken }: BodyProps) {
  const isWaiting = details.status === "PENDING";
  return (
    <div className="scroll-thin min-h-0 flex-1 pt-5 lg:overflow-y-auto lg:px-pad lg:pb-pad">
      <h2 className="font-semibold text-xl">
        <Figure kobo={details.amount} />
      </h2>
      <p className="text-fg-2">{madeText(details)}</p>
      <ApprovalOutcome details={details} overtaken={isOvertaken} />
      {details.batchId === null ? (
        <>
          <ApprovalRoute details={details} />
          {details.kind === "payout" ? <ApprovalPayout details={details} /> : <ApprovalTexts details={details} />}
        </>
      ) : (
        <ApprovalBatch details={details} batchId={details.batchId} />
      )}
      <TwoApprovals details={details} />
      {isWaiting && <WhoMay details={details} />}
      <DriftTable details={details} checkedAt={read.dataUpdatedAt} />
      {read.isError && (
        <p className="mt-2 text-xs">
          <AsOf read={read} />
        </p>
      )}
      <ApprovalHistory history={details.history} />
      {isWaiting && details.viewer.canApprove && (
        <div className="mt-6">
          <Field label={texts.commentOptional} hint={texts.keptInTheHistory}>
            {(field) => (
              <Textarea
                {...field}
                maxLength={MOST}
                value={approval.comment}
                // The comment is locked while the outcome of an approval is unknown.
                readOnly={approval.isBusy || approval.isUnknown}
                onChange={(event) => approval.change(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}

/** `By Chidi Ọbiọra, 19 Nov, 12:04 · expires 19 Dec, 12:04`. */
function madeText({ creatorName, createdAt, status, expiresAt }: PendingDetails): string {
  const made = texts.byCreatorNameShort(creatorName, shortInstant(createdAt, Date.now()));
  return status === "PENDING" ? texts.madeExpiresShortInstant(made, shortInstant(expiresAt, Date.now())) : made;
}

/** How many of two approvals are given, and by whom. Nothing where one is enough. */
function TwoApprovals({ details: { approvals, status } }: Pick<BodyProps, "details">) {
  const { given, needed, isFirst } = stepOf(approvals);
  const { first } = approvals;
  if (needed === 1 || (status !== "PENDING" && !first)) return null;
  const isWaiting = status === "PENDING";
  return (
    <Callout
      tone={isWaiting ? "wait" : "info"}
      icon={Users}
      title={isWaiting ? texts.givenOfNeeded(given, needed) : texts.twoApproversWereNeeded}
      className="mt-4"
    >
      {first && (
        <p>
          {texts.firstApprovedBy(first.byName, longInstant(first.at))}
          {first.comment !== null && ` “${first.comment}”`}
        </p>
      )}
      {first && !first.isValid && <p>{texts.firstApproverMayNot(first.byName)}</p>}
      {isWaiting && <p>{isFirst ? texts.firstApprovalMovesNothing : texts.secondApprovalMoves}</p>}
    </Callout>
  );
}

/** For the user's own request: that another user must approve, or that self-approval is recorded. */
function WhoMay({ details: { viewer, checks, approvals } }: Pick<BodyProps, "details">) {
  if (viewer.selfApproval) {
    return (
      <Callout tone="wait" icon={statusAppearances.PENDING.icon} title={texts.thisIsYourOwn} className="mt-4">
        <p>{texts.noOtherMemberCan}</p>
      </Callout>
    );
  }
  const names = checks.now?.approval.approvers ?? [];
  const missing = approvals.needed - stepOf(approvals).given;
  if (names.length < missing && approvals.needed === 2) return <p className="mt-4 text-bad">{texts.tooFewApprovers}</p>;
  if (names.length === 0) return null;
  return <p className="mt-4 text-fg-2">{texts.canBeApprovedBy(listText(names))}</p>;
}

function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  const last = names.length > 4 ? texts.countMore(names.length - 3) : names.at(-1);
  return texts.namesOrLast(names.slice(0, Math.min(names.length - 1, 3)).join(", "), last ?? "");
}

/** A batch or upload: number of rows, total, and a link to the rows. Dashboard 5.8. */
function ApprovalBatch({ details, batchId }: { details: PendingDetails; batchId: string }) {
  const kind = details.type === "DEBIT" ? "debit" : "credit";
  const { fileName } = details.metadata;
  const warnings = details.checks.now?.warnings ?? [];
  return (
    <div className="mt-4">
      {warnings.map(({ code, message }) => (
        <Callout key={code} className="mb-4" tone="wait" icon={CopyCheck} title={texts.aNameChanged}>
          <p>{message}</p>
        </Callout>
      ))}
      {details.repeats && <RepeatNotes kind={kind} repeats={details.repeats} />}
      <Facts>
        <Fact name={texts.whatItDoes}>{whatItDoes(details)}</Fact>
        {typeof fileName === "string" && (
          <Fact name={texts.file}>
            <span className="min-w-0 wrap-anywhere">{fileName}</span>
          </Fact>
        )}
        <Fact name={texts.rows}>{rowsText(details)}</Fact>
        <Fact name={texts.total}>
          <Money kobo={details.amount} />
        </Fact>
        <Fact name={texts.batch}>
          <Link
            href={batchHref(batchKindOf(details), batchId)}
            className="rounded-small font-medium underline decoration-line underline-offset-3 hover:decoration-current"
          >
            {texts.seeItsRows}
          </Link>
        </Fact>
      </Facts>
    </div>
  );
}

function whatItDoes({ kind, type, metadata }: PendingDetails): string {
  if (kind === "payout_batch") return texts.paysBankAccountsFrom;
  if (kind === "batch_reversal") return texts.takesEachPaymentBack;
  if (typeof metadata.payer === "string") return texts.paysCustomersFromOne;
  return type === "CREDIT" ? texts.creditsCustomersFromThe : texts.debitsCustomersToThe;
}

type Repeats = NonNullable<PendingDetails["repeats"]>;
type RepeatsProps = { kind: "credit" | "debit"; repeats: Repeats };

/** Rows that repeat earlier payments, before anybody approves: those that will be rejected, and those that would be paid again. */
function RepeatNotes({ kind, repeats: { checkedRows, paid, recent } }: RepeatsProps) {
  const word = repeatedWord(kind).toLowerCase();
  const checked = checkedRows < 5_000 ? "" : texts.checkedTheFirstChecked(checkedRows.toLocaleString("en-NG"));
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {recent.rows > 0 && (
        <Callout
          tone="wait"
          icon={CopyCheck}
          title={texts.rowsWouldBeAgain(countOf(recent.rows, "row"), kind === "debit" ? "debited" : "paid")}
        >
          <p>
            {texts.theSameAmountWent(RECENT_DAYS)}
            <PaidIn kind={kind} batches={recent.paidBy} />
            {texts.approveOnlyIfThese(checked)}
          </p>
        </Callout>
      )}
      {paid.rows > 0 && (
        <Callout
          tone="info"
          icon={CopyCheck}
          title={`${countOf(paid.rows, "row")} ${paid.rows === 1 ? "was" : "were"} ${word}`}
        >
          <p>
            {texts.paidBefore}
            <PaidIn kind={kind} batches={paid.paidBy} />
            {texts.theyWillNotBe(checked)}
          </p>
        </Callout>
      )}
    </div>
  );
}

function PaidIn({ kind, batches: [first] }: { kind: RepeatsProps["kind"]; batches: Repeats["paid"]["paidBy"] }) {
  if (!first) return null;
  return (
    <>
      {texts.dayInBatch(dayText(first.paidAt))}{" "}
      <Link
        href={`/imports/${kind}/${first.batchId}`}
        className="break-all rounded-small font-medium underline underline-offset-3"
      >
        {first.batchReference}
      </Link>
    </>
  );
}

/** `1,204`; `1,202 of 1,204` if some rows were rejected on upload. */
function rowsText(details: PendingDetails): string {
  const { tried, all } = rowsOf(details);
  if (tried === null) return "–";
  const text = tried.toLocaleString("en-NG");
  return all === null || all === tried ? text : texts.textOfAll(text, all.toLocaleString("en-NG"));
}

/** Events with actor and comment, newest first. */
function ApprovalHistory({ history }: { history: PendingDetails["history"] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="flex min-h-8 items-center font-semibold text-md">
        {texts.history}
      </h3>
      <ol className="mt-1">
        {history.toReversed().map(({ at, action, actorName, comment }) => (
          <li key={`${at} ${action}`} className="grid grid-cols-[104px_minmax(0,1fr)] gap-3 py-2">
            <span className="text-fg-3">
              <When at={at} />
            </span>
            <div className="min-w-0 break-words">
              <strong className="font-medium">{actionWord(action)}</strong>
              {actorName && texts.byActorName(actorName)}
              {comment && <p className="mt-0.5 text-fg-2">“{comment}”</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
