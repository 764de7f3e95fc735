"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Copy } from "lucide-react";
import type { EarlierBatch } from "../../../lib/api/imports.ts";
import { merchantSettingsQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { amountInWords } from "../../../lib/format/amount-words.ts";
import { longInstant } from "../../../lib/format/instant.ts";
import { formatKobo, parseKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import type { Counts } from "../../../lib/import/rows/sheet.ts";
import type { VerdictChoice } from "../../../lib/import/rows/verdicts.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Link } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { PreflightNotes } from "./preflight-notes.tsx";
import { texts } from "./texts.ts";
import type { ImportReview } from "./use-import-review.ts";
import type { Preflight } from "./use-preflight.ts";
import { WebhookNote } from "./webhook-note.tsx";
import { kindTexts } from "./wizard-texts.ts";

type ReviewStepProps = {
  kind: ImportKind;
  review: ImportReview;
  /** While the wizard looks for an earlier batch of these payments. */
  isPreparing: boolean;
  typed: string;
  onTyped: (text: string) => void;
  counts: Counts | null;
  preflight: Preflight;
  choice: VerdictChoice;
  onChoice: (choice: VerdictChoice) => void;
  onCheckAgain: () => void;
  /** Sends these payments again after a batch of them that moved nothing. */
  onAfter: (batchId: string) => void;
};

/** Everything about the upload before it is sent: rows, total, fees, balance, mode, approver. The total is typed once more. Dashboard 5.6. */
export function ReviewStep(props: ReviewStepProps) {
  const { kind, review, isPreparing, typed, onTyped, counts, preflight, choice, onChoice, onCheckAgain, onAfter } =
    props;
  const session = useSession();
  const { rows, total, fees, balance, obstacle, retry } = review;
  const isMoney = kind !== "create";
  return (
    <div className="mt-6 grid max-w-form gap-5">
      {obstacle !== null && (
        <Callout
          role="status"
          tone="bad"
          icon={CircleAlert}
          title={texts.thisCannotBeSent}
          action={
            retry && (
              <Button size="small" onClick={retry}>
                {texts.tryAgain}
              </Button>
            )
          }
        >
          <p>{obstacle}</p>
        </Callout>
      )}
      {review.earlier && <Earlier kind={kind} batch={review.earlier} isToday={review.isSentToday} onAfter={onAfter} />}
      {counts && (
        <PreflightNotes
          kind={kind}
          preflight={preflight}
          rows={counts.rows}
          counts={counts}
          choice={choice}
          isSentToday={review.isSentToday}
          onChoice={onChoice}
          onRetry={onCheckAgain}
        />
      )}
      <WebhookNote kind={kind} rows={rows} />
      <Facts>
        <Fact name={texts.rows}>{rows.toLocaleString("en-NG")}</Fact>
        <TierFact counts={counts} />
        {isMoney && (
          <Fact name={texts.total}>
            <span className="grid">
              <strong className="font-semibold">{formatKobo(total)}</strong>
              {total <= BigInt(Number.MAX_SAFE_INTEGER) && (
                <span className="text-fg-2 text-xs">{amountInWords(Number(total))}</span>
              )}
            </span>
          </Fact>
        )}
        <Fact name={feesName(kind)}>{fees === undefined ? "…" : formatKobo(fees)}</Fact>
        {kind !== "debit" && (
          <Fact name={texts.yourMerchantWallet}>
            {balance === undefined ? review.isBalanceUnread ? texts.couldNotBeRead : "…" : <Money kobo={balance} />}
          </Fact>
        )}
        <Fact name={texts.accountMode}>{session.mode === "SANDBOX" ? texts.sandboxNoRealMoney : texts.live}</Fact>
        <Fact name={texts.whoApproves}>{isMoney ? approvalText(review) : texts.noApprovalNeededIt}</Fact>
      </Facts>
      <p className="text-fg-2">{texts.thisDoes(kindTexts[kind].does)}</p>
      {isMoney && (
        <>
          <TypedTotal total={total} typed={typed} onTyped={onTyped} />
          <p role="status" className="text-fg-3 text-xs">
            {isPreparing && texts.checkingWhetherThisFile}
          </p>
        </>
      )}
    </div>
  );
}

/** The tiers of the wallets that will be created, with their limits. */
function TierFact({ counts }: { counts: Counts | null }) {
  const { data: settings } = useQuery(merchantSettingsQuery(useSession()));
  const found = Object.entries(counts?.tiers ?? {}).sort();
  if (found.length === 0) return null;
  const limitOf = (tier: string) => settings?.tiers?.find((one) => one.tier === tier)?.maxBalance ?? null;
  return (
    <Fact name={texts.tiers}>
      <span className="grid">
        {found.map(([tier, rows]) => {
          const most = limitOf(tier);
          const count = countOf(rows, "wallet");
          return (
            <span key={tier}>
              {most === null
                ? texts.walletsAtTier(count, tier)
                : texts.walletsAtTierUpTo(count, tier, formatKobo(most))}
            </span>
          );
        })}
      </span>
    </Fact>
  );
}

function approvalText({ isKnown, noApprovalBelow }: ImportReview): string {
  if (!isKnown) return "…";
  return noApprovalBelow === null
    ? texts.anotherApproverBeforeAny
    : texts.noApprovalBelowMoves(formatKobo(noApprovalBelow));
}

function feesName(kind: ImportKind): string {
  return kind === "payout" ? texts.feesVatAndDuty : texts.fees;
}

type EarlierProps = { kind: ImportKind; batch: EarlierBatch; isToday: boolean; onAfter: (batchId: string) => void };

/**
 * An earlier batch of the same payments. One of today blocks another unless it ended before any money moved; one of another day is only
 * named, because salaries are due every month.
 */
function Earlier({ kind, batch: { batchId, status, createdAt }, isToday, onAfter }: EarlierProps) {
  const isUndone = isToday && (status === "cancelled" || status === "declined");
  return (
    <Callout
      role="status"
      tone={isToday ? "wait" : "info"}
      icon={Copy}
      title={
        isUndone ? texts.thisFileWasSent(status) : texts.thisFileWasSent2(isToday ? "today" : texts.onAnEarlierDay)
      }
      action={
        isUndone && (
          <Button size="small" onClick={() => onAfter(batchId)}>
            {texts.sendThemAfterAll}
          </Button>
        )
      }
    >
      <p>
        {longInstant(createdAt)}. {isUndone && texts.noMoneyHasMoved}
        {!isToday && texts.itWillBeSent}
        <Link
          href={`/imports/${kind}/${batchId}`}
          className="rounded-small font-medium text-accent underline underline-offset-2"
        >
          {texts.openTheEarlierBatch}
        </Link>
      </p>
    </Callout>
  );
}

function TypedTotal({ total, typed, onTyped }: { total: bigint; typed: string; onTyped: (text: string) => void }) {
  const read = parseKobo(typed);
  const isWrong = typed !== "" && "kobo" in read && BigInt(read.kobo) !== total;
  return (
    <Field
      label={texts.typeTheTotalIn}
      error={isWrong ? texts.theTotalIsTotal(formatKobo(total)) : undefined}
      hint={texts.toSendTypeTotal(formatKobo(total).slice(1))}
    >
      {(field) => (
        <Input
          {...field}
          prefix="₦"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </Field>
  );
}
