"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowLeft, CircleAlert, Download, FileX, Printer } from "lucide-react";
import { problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { openReceipt, receiptQuery } from "../../../lib/api/transactions.ts";
import { LoadProblem, RequestId } from "../../layout/page/load-problem.tsx";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { saveFile } from "../../layout/page/save-file.ts";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { transactionHref } from "../transaction-labels.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { texts } from "./texts.ts";

/** The receipt of a payment, to print or to save as PDF. Decision 0125. */
export function ReceiptPage({ reference }: { reference: string }) {
  const session = useSession();
  const read = useQuery(receiptQuery(session, reference));
  const isLoading = useSteadyLoading(read.isPending);
  usePageTitle(texts.receiptOf(reference));
  const download = useMutation({
    mutationFn: async () => saveFile(await openReceipt(session, reference), `receipt-${reference}.pdf`),
  });
  return (
    <div className="mx-auto grid max-w-[640px] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <BackLink reference={reference} category={read.data?.category} />
        {read.data && (
          <div className="flex flex-wrap gap-2">
            <Button icon={Printer} onClick={() => window.print()}>
              {texts.print}
            </Button>
            <Button variant="primary" icon={Download} isBlocked={download.isPending} onClick={() => download.mutate()}>
              {download.isPending ? texts.preparing : texts.downloadPdf}
            </Button>
          </div>
        )}
      </div>
      {download.error && (
        <Callout role="alert" tone="bad" icon={CircleAlert} title={texts.theReceiptCouldNot} className="print:hidden">
          <p>{problemText(download.error)}</p>
          <RequestId error={download.error} />
        </Callout>
      )}
      {isLoading && <PageSkeleton />}
      {!isLoading && read.data && <ReceiptSheet receipt={read.data} />}
      {!isLoading && !read.data && <NoReceipt error={read.error} onRetry={() => void read.refetch()} />}
    </div>
  );
}

/** A payout has a page of its own, which shows more than its transaction. */
function BackLink({ reference, category }: { reference: string; category: string | undefined }) {
  const isPayout = category === "BANK_TRANSFER";
  return (
    <Link
      href={isPayout ? `/payouts/${encodeURIComponent(reference)}` : transactionHref(reference)}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-small font-medium text-fg-2 hover:text-fg"
    >
      <Icon of={ArrowLeft} size={14} />
      {isPayout ? texts.payout : texts.transaction}
    </Link>
  );
}

/** The service says why there is none: not found, not confirmed yet, or no money moved. */
function NoReceipt({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isRefused = error instanceof ServiceError && (error.status === 404 || error.status === 409);
  return (
    <>
      <PageHeading className="sr-only">{texts.receipt}</PageHeading>
      {isRefused ? (
        <EmptyState icon={FileX} title={texts.thereIsNoReceipt}>
          <p>{error.message}</p>
        </EmptyState>
      ) : (
        <LoadProblem what={texts.thisReceipt} error={error} onRetry={onRetry} />
      )}
    </>
  );
}
