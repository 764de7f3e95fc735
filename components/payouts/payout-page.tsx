"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, ReceiptText, SearchX } from "lucide-react";
import { useState } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { payoutQuery } from "../../lib/api/payouts.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { PageHead } from "../layout/page/page-head.tsx";
import { PageSkeleton } from "../layout/page/page-skeleton.tsx";
import { usePageTitle } from "../layout/page/use-page-title.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { IdText } from "../ui/facts.tsx";
import { Figure, Money } from "../ui/money.tsx";
import { Stat, Stats } from "../ui/stats.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { PayoutAttempts, PayoutEntries } from "./payout-attempts.tsx";
import { PayoutCaseNote } from "./payout-case.tsx";
import { PayoutFacts } from "./payout-facts.tsx";
import { PayoutNote } from "./payout-note.tsx";
import { PayoutStateChip } from "./payout-state-chip.tsx";
import { PayoutTimeline } from "./payout-timeline.tsx";
import { texts } from "./texts.ts";

const CancelPayoutModal = lazySheet(() =>
  import("./cancel-payout-modal.tsx").then((module) => module.CancelPayoutModal),
);

const BACK = { href: "/payouts", label: texts.payouts };

/** One payout: its state and what it means, timeline, attempts, ledger entries and facts. Refreshed while it is open. Rails 8. */
export function PayoutPage({ reference }: { reference: string }) {
  const session = useSession();
  const read = useQuery(payoutQuery(session, reference));
  const isLoading = useSteadyLoading(read.isPending);
  usePageTitle(read.data && texts.payoutToAccountName(read.data.accountName));
  if (isLoading) return <PageSkeleton />;
  if (!read.data) {
    return (
      <>
        <PageHead back={BACK} title={<span className="sr-only">{texts.payout}</span>} />
        <NoPayout error={read.error} onRetry={() => void read.refetch()} />
      </>
    );
  }
  return <LoadedPayout payout={read.data} read={read} />;
}

type Read = { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };

function LoadedPayout({ payout, read }: { payout: PayoutDetails; read: Read }) {
  const maySend = can(useSession(), "TRANSFER_TO_BANK");
  const [isCancelling, setIsCancelling] = useState(false);
  const { reference, state, amount, charges, vat, duty, total, accountName, bank } = payout;
  return (
    <>
      <PageHead
        back={BACK}
        title={
          <>
            <span className="min-w-0 break-words">{accountName}</span> <PayoutStateChip state={state} />
          </>
        }
        sub={
          <IdText text={reference}>
            <CopyButton value={reference} label={texts.reference} />
          </IdText>
        }
        actions={
          <>
            {payout.viewer.canCancel && maySend && (
              <Button icon={Ban} aria-haspopup="dialog" onClick={() => setIsCancelling(true)}>
                {texts.cancelPayout}
              </Button>
            )}
            {(state === "succeeded" || state === "reversed") && (
              <ButtonLink href={`/transactions/${encodeURIComponent(reference)}/receipt`} icon={ReceiptText}>
                {texts.receipt}
              </ButtonLink>
            )}
          </>
        }
      />
      <PayoutNote payout={payout} />
      <PayoutCaseNote payout={payout} />
      <Stats>
        <Stat name={texts.amount} note={<AsOf read={read} />} isWide>
          <Figure kobo={amount} />
        </Stat>
        <Stat
          name={texts.charges}
          note={
            <>
              {texts.fee} <Money kobo={charges} />
              {texts.vat} <Money kobo={vat} />
              {texts.stampDuty} <Money kobo={duty} />
            </>
          }
        >
          <Figure kobo={charges + vat + duty} />
        </Stat>
        <Stat name={texts.totalDebited} note={texts.amountAndCharges}>
          <Figure kobo={total} />
        </Stat>
      </Stats>
      <div className="edge-line relative -mx-pad mt-6 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-aside">
        <div className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 px-pad py-5">
          <PayoutTimeline payout={payout} />
          <PayoutAttempts attempts={payout.attempts} />
          <PayoutEntries entries={payout.entries} />
        </div>
        <aside
          aria-label={texts.factsOfThePayout(bank.name)}
          className="min-w-0 px-pad py-5 max-md:border-t md:border-l"
        >
          <PayoutFacts payout={payout} />
        </aside>
      </div>
      <CancelPayoutModal payout={payout} isOpen={isCancelling} onClose={() => setIsCancelling(false)} />
    </>
  );
}

/** The same text for a missing payout, another merchant's, and one of the other mode, so that it reveals nothing. */
function NoPayout({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 400 || error.status === 404);
  if (!isMissing) return <LoadProblem what={texts.thisPayout} error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={SearchX}
      title={texts.payoutNotFound}
      action={<ButtonLink href="/payouts">{texts.seeAllPayouts}</ButtonLink>}
    >
      <p>{texts.checkTheReferenceA}</p>
    </EmptyState>
  );
}
