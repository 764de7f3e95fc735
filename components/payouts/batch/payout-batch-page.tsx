"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, CircleX, Clock, FilterX, SearchX } from "lucide-react";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type ReactNode, useRef } from "react";
import type { PayoutBatch, PayoutBatchStatus } from "../../../contract/payout-batches.ts";
import { payoutBatchQuery } from "../../../lib/api/payouts.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { longInstant } from "../../../lib/format/instant.ts";
import { countOf } from "../../../lib/format/names.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { Pager } from "../../layout/page/pager.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CountChips, countChips } from "../../ui/count-chips.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { payoutBatchColumns } from "./payout-batch-columns.tsx";
import { texts } from "./texts.ts";

const BACK = { href: "/payouts", label: texts.payouts };
const STATUSES = ["pending", "accepted", "rejected"] as const;
const statusWords = { pending: texts.waiting, accepted: texts.accepted, rejected: texts.rejected };

const appearances: Record<
  PayoutBatchStatus,
  { tone: "wait" | "ok" | "mute" | "bad"; icon: typeof Check; word: string }
> = {
  awaiting_approval: { tone: "wait", icon: Clock, word: texts.waitingForApproval },
  accepted: { tone: "ok", icon: Check, word: texts.accepted },
  declined: { tone: "mute", icon: Ban, word: texts.declined },
  failed: { tone: "bad", icon: CircleX, word: texts.failed },
};

/** One batch of payouts: what it comes to, and each of its rows with the state of its payout. Rails 8. */
export function PayoutBatchPage({ batchId }: { batchId: string }) {
  const session = useSession();
  const [{ status, page }, setView] = useQueryStates({
    status: parseAsStringLiteral(STATUSES),
    page: parseAsInteger.withDefault(1),
  });
  const read = useQuery(payoutBatchQuery(session, { batchId, page, status: status ?? undefined }));
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  usePageTitle(read.data && texts.batchOfPayouts);
  if (read.isPending) return <PageSkeleton />;
  if (!read.data) return <NoBatch error={read.error} onRetry={() => void read.refetch()} />;
  const { batch, items, metadata } = read.data;
  const pending = batch.total - batch.accepted - batch.rejected;
  const counts = { pending, accepted: batch.accepted, rejected: batch.rejected };
  const { tone, icon, ...appearance } = appearances[batch.status];
  const word = batch.withdrawn ? texts.withdrawn : appearance.word;
  const batchEnd = batch.status === "declined" || batch.status === "failed" ? word : null;
  return (
    <>
      <PageHead
        back={BACK}
        title={
          <>
            <span className="min-w-0 wrap-anywhere">{batch.fileName ?? texts.batchOfPayouts}</span>{" "}
            <Chip tone={tone} icon={icon}>
              {word}
            </Chip>
          </>
        }
        sub={
          <>
            <span>{texts.sentBy(longInstant(batch.createdAt), batch.actorName)}</span>
            <IdText text={batch.reference}>
              <CopyButton value={batch.reference} label={texts.batchReference} />
            </IdText>
          </>
        }
      />
      <BatchFacts batch={batch} />
      <div className="@container mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
        <CountChips
          legend={texts.show}
          value={status}
          chips={countChips(STATUSES, (value) => statusWords[value], counts)}
          onValue={(next) => void setView({ status: next, page: null })}
        />
        {items.length === 0 ? (
          <EmptyState icon={FilterX} title={texts.noSuchRows}>
            <p>{texts.chooseAnother}</p>
          </EmptyState>
        ) : (
          <div ref={list}>
            <DataTable
              caption={texts.rowsOfTheBatch}
              columns={payoutBatchColumns}
              rows={items.map((item) => ({ ...item, batchEnd }))}
              getRowId={({ row }) => String(row)}
              isDimmed={read.isPlaceholderData}
            />
            <Pager
              metadata={metadata}
              total={countOf(metadata.totalRecords, "row")}
              onPage={(next) => void setView({ page: next === 1 ? null : next })}
            >
              <AsOf read={read} />
            </Pager>
          </div>
        )}
      </div>
    </>
  );
}

function BatchFacts({ batch }: { batch: PayoutBatch }) {
  const { id, total, accepted, rejected, amount, charges, approvalId, status, fileName } = batch;
  const results = texts.acceptedAndRejected(accepted.toLocaleString("en-NG"), rejected.toLocaleString("en-NG"));
  return (
    <div className="mt-6 max-w-form">
      <Facts>
        {fileName !== null && (
          <Fact name={texts.fileName}>
            <span className="min-w-0 wrap-anywhere">{fileName}</span>
          </Fact>
        )}
        <Fact name={texts.rows}>
          {countOf(total, "row")}: {results}
        </Fact>
        <Fact name={texts.total}>
          <Money kobo={amount} />
        </Fact>
        <Fact name={texts.charges}>
          <Money kobo={charges} />
        </Fact>
        {approvalId !== null && (
          <Fact name={texts.approval}>
            <FactLink href={`/approvals/${approvalId}`}>{texts.seeTheRequest}</FactLink>
          </Fact>
        )}
        {status === "accepted" && (
          <Fact name={texts.payoutsOfThisBatch}>
            <FactLink href={`/payouts?batchId=${id}`}>{texts.seeThemByState}</FactLink>
          </Fact>
        )}
      </Facts>
    </div>
  );
}

function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-small font-medium text-accent hover:underline">
      {children}
    </Link>
  );
}

/** The same text for a missing batch, another merchant's, and one of the other mode, so that it reveals nothing. */
function NoBatch({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHead back={BACK} title={texts.batchOfPayouts} />
      {isMissing ? (
        <EmptyState
          icon={SearchX}
          title={texts.batchNotFound}
          action={<ButtonLink href="/payouts">{texts.seeAllPayouts}</ButtonLink>}
        >
          <p>{texts.checkTheAddress}</p>
        </EmptyState>
      ) : (
        <LoadProblem what={texts.theRows} error={error} onRetry={onRetry} />
      )}
    </>
  );
}
