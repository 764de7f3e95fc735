"use client";

import { ServiceError } from "../../../lib/api/service-error.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stat } from "../../ui/stats.tsx";
import { texts } from "./texts.ts";

export function LoadingStat({ name, isWide = false }: { name: string; isWide?: boolean }) {
  return (
    <Stat name={name} note={<Skeleton className="w-24" />} isWide={isWide}>
      <Skeleton className="h-5 w-36" />
    </Stat>
  );
}

type FailedStatProps = { name: string; isWide?: boolean; error: unknown; onRetry: () => void };

/** Replaces one figure that could not be read; the others load independently. */
export function FailedStat({ name, isWide = false, error, onRetry }: FailedStatProps) {
  const note = (
    <span role="alert" className="text-bad">
      {error instanceof ServiceError ? error.message : texts.somethingWentWrongOn}{" "}
      <button type="button" className="rounded-small font-medium underline underline-offset-2" onClick={onRetry}>
        {texts.tryAgain}
      </button>
    </span>
  );
  return (
    <Stat name={name} note={note} isWide={isWide}>
      <span className="text-fg-3">{texts.notKnown}</span>
    </Stat>
  );
}
