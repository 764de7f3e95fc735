"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronLeft, ChevronRight, SearchX, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { deliveryQuery } from "../../../lib/api/webhook-deliveries.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { useShortcutsPreference } from "../../layout/shell/use-shortcuts-preference.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { DeliveryReplay } from "../replays/delivery-replay.tsx";
import { DeliveryBody } from "./delivery-body.tsx";
import { DeliveryBodySkeleton } from "./delivery-skeleton.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { texts } from "./texts.ts";
import type { Steps } from "./use-delivery-keys.ts";

type DeliveryDetailsPanelProps = {
  id: string;
  blocked: string | null;
  step: Steps;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One delivery: its subscription, each attempt, and replay. Dashboard 5.10. */
export function DeliveryDetailsPanel({ id, blocked, step, onOpen, onClose }: DeliveryDetailsPanelProps) {
  const read = useQuery(deliveryQuery(useSession(), id));
  const isLoading = useSteadyLoading(read.isPending);
  const { data } = read;
  return (
    <article aria-label={texts.delivery} className="flex min-h-0 flex-col lg:h-full">
      <header className="flex h-13 shrink-0 items-center gap-2 border-b lg:px-pad">
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon={ArrowLeft}
          aria-label={texts.backToTheList}
          onClick={onClose}
          className="-ml-2 lg:hidden"
        />
        {data && !isLoading ? <Title delivery={data} /> : <Skeleton className="w-40" />}
        <span className="flex-1" />
        <Step icon={ChevronLeft} label={texts.newerDelivery} keys="ArrowLeft" onStep={step.newer} />
        <Step icon={ChevronRight} label={texts.olderDelivery} keys="ArrowRight" onStep={step.older} />
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon={X}
          aria-label={texts.closeDelivery}
          onClick={onClose}
          className="-mr-2 max-lg:hidden"
        />
      </header>
      {isLoading ? (
        <DeliveryBodySkeleton />
      ) : data ? (
        <>
          {read.isError && (
            <p className="pt-3 text-xs lg:px-pad">
              <AsOf read={read} />
            </p>
          )}
          <DeliveryBody delivery={data} onOpen={onOpen} />
          <DeliveryReplay delivery={data} blocked={blocked} onOpen={onOpen} />
        </>
      ) : (
        <NoDelivery error={read.error} onRetry={() => void read.refetch()} />
      )}
    </article>
  );
}

/** Announces the end of a replay to screen readers. */
function Title({ delivery }: { delivery: DeliveryDetails }) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(texts.deliveryEventType(delivery.eventType));
  // On its own page the delivery takes the focus; beside the list the list keeps it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <>
      <span role="status">
        <DeliveryStatus delivery={delivery} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="trim font-semibold outline-none focus-visible:outline-none">
        {delivery.eventType}
      </h2>
    </>
  );
}

type StepProps = {
  icon: typeof ChevronLeft;
  label: string;
  keys: string;
  onStep: (() => void) | undefined;
};

function Step({ icon, label, keys, onStep }: StepProps) {
  const [hasShortcuts] = useShortcutsPreference();
  return (
    <Button
      variant="quiet"
      size="small"
      iconOnly
      icon={icon}
      aria-label={label}
      aria-keyshortcuts={hasShortcuts ? keys : undefined}
      isBlocked={onStep === undefined}
      onClick={() => onStep?.()}
      className="max-lg:hidden"
    />
  );
}

/** The same text for a delivery that is missing, purged, another merchant's or of the other mode. */
function NoDelivery({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <LoadProblem what={texts.thisDelivery} error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={SearchX} title={texts.thereIsNoSuch}>
      <p>{texts.deliveriesAreKeptFor}</p>
    </EmptyState>
  );
}
