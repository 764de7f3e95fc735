"use client";

import { CircleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { ServiceError } from "../../lib/api/service-error.ts";
import { AsOf } from "../layout/page/freshness.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { MoneyPreview } from "./money-preview.tsx";
import { type Party, partyName, walletOf } from "./party/use-party.ts";
import { texts } from "./texts.ts";
import type { MoneyChecks } from "./use-money-checks.ts";

type MoneyPanelProps = { checks: MoneyChecks; from: Party; to: Party };

/** "What will happen": the service's preview with its time. */
export function MoneyPanel({ checks, from, to }: MoneyPanelProps) {
  const { preview, isWorking } = checks;
  const isShown = preview.data && !isWorking && partyName(from) !== "" && partyName(to) !== "";
  return (
    <>
      <PanelHead title={texts.whatWillHappen} read={isShown ? preview : undefined} />
      {isShown && <MoneyPreview preview={preview.data} from={walletOf(from)} to={walletOf(to)} />}
      {!isShown && isWorking && <WorkingPreview />}
      {!isShown && !isWorking && preview.isError && (
        <FailedPreview error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {!isShown && !isWorking && !preview.isError && (
        <p className="text-fg-2">{checks.mayAsk ? texts.feesBalancesAndLimits : texts.feesAndLimitsAre}</p>
      )}
    </>
  );
}

type PanelHeadProps = { title: string; read: ComponentProps<typeof AsOf>["read"] | undefined };

/** The heading of the preview with the time of its data. */
export function PanelHead({ title, read }: PanelHeadProps) {
  return (
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="what" className="font-semibold text-md">
        {title}
      </h2>
      {read && (
        <span className="text-fg-3 text-xs tabular-nums">
          <AsOf read={read} />
        </span>
      )}
    </div>
  );
}

const LINES = ["pays", "fee", "platform", "yours", "receives", "from", "to", "single", "day", "room"];

export function WorkingPreview() {
  return (
    <div className="animate-late">
      <LoadingNote>{texts.checkingFeesAndLimits}</LoadingNote>
      {LINES.map((line) => (
        <div key={line} className="flex h-9 items-center justify-between border-b last:border-b-0">
          <Skeleton className="w-24" />
          <Skeleton className="w-28" />
        </div>
      ))}
    </div>
  );
}

export function FailedPreview({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="flex items-start gap-2 text-bad">
        <Icon of={CircleAlert} className="mt-0.5" />
        {texts.couldNotCheckIt} {error instanceof ServiceError ? error.message : ""}
      </p>
      <Button size="small" onClick={onRetry}>
        {texts.checkAgain}
      </Button>
    </div>
  );
}
