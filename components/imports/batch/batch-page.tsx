"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type AnyBatch, type BatchKind, batchQuery } from "../../../lib/api/batches.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { longInstant } from "../../../lib/format/instant.ts";
import { shortId } from "../../../lib/format/names.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IdText } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { kindAppearances } from "../batch-labels.ts";
import { BatchChip } from "../list/imports-columns.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { BatchRows } from "./batch-rows.tsx";
import { BatchState } from "./batch-state.tsx";
import { texts } from "./texts.ts";
import { usePolling } from "./use-polling.ts";

const BACK = { href: "/imports", label: texts.imports };
const STUCK_AFTER_MS = 4 * 60_000;
const CHECK_EVERY_MS = 5_000;

/** One batch: its progress, the result of each row, and its actions. Dashboard 2.5, 5.6. */
export function BatchPage({ kind, batchId }: { kind: BatchKind; batchId: string }) {
  const session = useSession();
  const read = useQuery({ ...batchQuery(session, kind, batchId), refetchOnWindowFocus: false });
  usePolling(read, read.data?.status);
  if (read.isPending) return <PageSkeleton />;
  if (!read.data) return <NoBatch error={read.error} onRetry={() => void read.refetch()} />;
  return <LoadedBatch batch={read.data} read={read} />;
}

type Read = { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };

function LoadedBatch({ batch, read }: { batch: AnyBatch; read: Read }) {
  const { kind, payer, batchId, reference, fileName, createdBy, createdAt } = batch;
  const name = kindAppearances[kind].one;
  const isStuck = useStuck(batch);
  usePageTitle(`${fileName ?? name}, ${longInstant(createdAt)}`);
  return (
    <>
      <PageHead
        back={BACK}
        title={
          <>
            <span className="min-w-0 wrap-anywhere">{fileName ?? name}</span> <BatchChip batch={batch} />
          </>
        }
        sub={
          <>
            <span>
              {fileName !== null && `${name} · `}
              {texts.sentLongInstant(longInstant(createdAt))}
              {createdBy && texts.byCreatedBy(createdBy)}
            </span>
            {payer !== null && (
              <Link href={`/wallets/${payer}`} className="rounded-small underline underline-offset-3">
                {texts.paidByACustomer}
              </Link>
            )}
            {reference && (
              <IdText text={reference.length > 28 ? shortId(reference) : reference} title={reference}>
                <CopyButton value={reference} label={texts.batchReference} />
              </IdText>
            )}
            <IdText text={shortId(batchId)} title={batchId}>
              <CopyButton value={batchId} label={texts.batchId} />
            </IdText>
          </>
        }
        actions={<BatchActions batch={batch} />}
      />
      <BatchState batch={batch} isStuck={isStuck} />
      <BatchProgress batch={batch} />
      <BatchRows batch={batch} />
      <p className="mt-4 text-fg-3 text-xs tabular-nums">
        <AsOf read={read} />
      </p>
    </>
  );
}

/** Whether an unfinished batch has not changed for four minutes, counted from the last change this page saw. */
function useStuck({ status, good, bad, repeated, startedAt, pausedUntil }: AnyBatch): boolean {
  const done = good + bad + repeated;
  const isRunning = (status === "processing" || status === "pending") && pausedUntil === null;
  const state = `${status} ${done}`;
  // Without progress the batch's start counts. With progress the time of the last change is unknown when the page opens.
  const isFresh = startedAt === null || done > 0;
  const seen = useRef({ state, at: isFresh ? Date.now() : Date.parse(startedAt) });
  const [isStuck, setIsStuck] = useState(false);
  useEffect(() => {
    if (seen.current.state !== state) seen.current = { state, at: Date.now() };
    const update = () => setIsStuck(isRunning && Date.now() - seen.current.at >= STUCK_AFTER_MS);
    update();
    const timer = setInterval(update, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [state, isRunning]);
  return isStuck;
}

/** The same text for a missing batch, another merchant's, and one of the other mode, so that it reveals nothing. */
function NoBatch({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHead back={BACK} title={texts.batch} />
      {isMissing ? (
        <EmptyState
          icon={SearchX}
          title={texts.thereIsNoSuch}
          action={<ButtonLink href="/imports">{texts.seeAllImports}</ButtonLink>}
        >
          <p>{texts.itMayBelongTo}</p>
        </EmptyState>
      ) : (
        <LoadProblem what={texts.thisBatch} error={error} onRetry={onRetry} />
      )}
    </>
  );
}
