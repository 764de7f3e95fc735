"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, ReceiptText, SearchX, Undo2 } from "lucide-react";
import { useState } from "react";
import type { TransactionDetails as Details } from "../../../contract/transactions.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { transactionQuery } from "../../../lib/api/transactions.ts";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IdText } from "../../ui/facts.tsx";
import { Figure, Money } from "../../ui/money.tsx";
import { Stat, Stats } from "../../ui/stats.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { TransactionStatus } from "../list/transaction-columns.tsx";
import { categoryLabels, receiptHref } from "../transaction-labels.ts";
import { texts } from "./texts.ts";
import { TransactionEntries } from "./transaction-entries.tsx";
import { TransactionFacts } from "./transaction-facts.tsx";

const ReverseSheet = lazySheet(() => import("./reverse-modal.tsx").then((module) => module.ReverseModal));

const BACK = { href: "/transactions", label: texts.transactions };

/** One transaction: fees, parties, all entries, and the users who submitted and approved it. Dashboard 2.5. */
export function TransactionDetails({ reference }: { reference: string }) {
  const session = useSession();
  const read = useQuery(transactionQuery(session, reference));
  const isLoading = useSteadyLoading(read.isPending);
  usePageTitle(read.data && categoryLabels[read.data.category]);
  if (isLoading) return <PageSkeleton />;
  if (!read.data) {
    return (
      <>
        <PageHead back={BACK} title={<span className="sr-only">{texts.transaction}</span>} />
        <NoTransaction error={read.error} onRetry={() => void read.refetch()} />
      </>
    );
  }
  return <LoadedTransaction transaction={read.data} read={read} />;
}

type Read = { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };

function LoadedTransaction({ transaction, read }: { transaction: Details; read: Read }) {
  const { category, status, reference, amount, fee_breakdown: fees, vat, total } = transaction;
  const session = useSession();
  const [isReversing, setIsReversing] = useState(false);
  const mayReverse = can(session, category === "WALLET_TO_WALLET_TRANSFER" ? "MANAGE_TRANSFER" : "WALLET_CREDIT_DEBIT");
  return (
    <>
      <PageHead
        back={BACK}
        title={
          <>
            {transaction.isReversal ? texts.reversalOfCategory(categoryLabels[category]) : categoryLabels[category]}{" "}
            <TransactionStatus status={status} />
            {transaction.reversal.by && (
              <Chip tone="mute" icon={Undo2}>
                {texts.reversed}
              </Chip>
            )}
          </>
        }
        sub={
          <IdText text={reference}>
            <CopyButton value={reference} label={texts.reference} />
          </IdText>
        }
        actions={
          <>
            {transaction.reversal.isPossible && mayReverse && (
              <Button icon={Undo2} aria-haspopup="dialog" onClick={() => setIsReversing(true)}>
                {texts.reverse}
              </Button>
            )}
            {status === "success" && (
              <ButtonLink href={receiptHref(reference)} icon={ReceiptText}>
                {texts.receipt}
              </ButtonLink>
            )}
          </>
        }
      />
      {status === "failed" && (
        <Callout role="status" tone="bad" icon={CircleAlert} title={texts.nothingMoved} className="mt-5">
          <p>{transaction.failureReason ?? transaction.description ?? texts.noReasonIsOn}</p>
        </Callout>
      )}
      <Stats>
        <Stat name={texts.amount} note={<AsOf read={read} />} isWide>
          <Figure kobo={amount} />
        </Stat>
        <Stat
          name={texts.fee}
          note={
            <>
              {texts.platform} <Money kobo={fees.base_fee} />
              {texts.yours} <Money kobo={fees.merchant_fee} />
              {vat > 0 && (
                <>
                  {texts.includingVat} <Money kobo={vat} />
                </>
              )}
            </>
          }
        >
          <Figure kobo={fees.total_fee} />
        </Stat>
        <Stat name={texts.paidInAll} note={texts.amountAndFee}>
          <Figure kobo={total} />
        </Stat>
      </Stats>
      <div className="edge-line relative -mx-pad mt-6 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-aside">
        <section aria-labelledby="entries" className="@container min-w-0 px-pad py-5">
          <h2 id="entries" className="mb-2 font-semibold text-md">
            {texts.ledgerEntries}
          </h2>
          <TransactionEntries entries={transaction.entries} />
        </section>
        <aside aria-label={texts.facts} className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
          <TransactionFacts transaction={transaction} />
        </aside>
      </div>
      <ReverseSheet transaction={transaction} isOpen={isReversing} onClose={() => setIsReversing(false)} />
    </>
  );
}

/** The same text for a missing transaction, another merchant's, and one of the other mode, so that it reveals nothing. */
function NoTransaction({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 400 || error.status === 404);
  if (!isMissing) return <LoadProblem what={texts.thisTransaction} error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={SearchX}
      title={texts.thereIsNoSuch}
      action={<ButtonLink href="/transactions">{texts.seeAllTransactions}</ButtonLink>}
    >
      <p>{texts.checkTheReferenceA}</p>
    </EmptyState>
  );
}
