"use client";

import { CircleAlert, Lock, RotateCw } from "lucide-react";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { texts } from "./texts.ts";

type LoadProblemProps = { what: string; error: unknown; onRetry: () => void };

/**
 * Reports a failed load, its reason and the next step. For a missing permission, names it and who can grant it.
 * Dashboard 2.4.
 */
export function LoadProblem({ what, error, onRetry }: LoadProblemProps) {
  const failure = error instanceof ServiceError ? error : undefined;
  if (failure?.status === 403) {
    return (
      <EmptyState icon={Lock} title={texts.youMayNotSee(what)}>
        <p>{texts.messageYourMainMerchant(failure.message)}</p>
      </EmptyState>
    );
  }
  const action = (
    <Button icon={RotateCw} onClick={onRetry}>
      {texts.tryAgain}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState icon={CircleAlert} title={texts.couldNotLoadWhat(what)} action={action}>
        <p>{failure?.message ?? texts.somethingWentWrongOn}</p>
        <RequestId error={error} />
      </EmptyState>
    </div>
  );
}

/** The request ID of this failure in the service's log. */
export function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ServiceError) || error.requestId === undefined) return null;
  return (
    <p className="mt-1 text-fg-2 text-xs">
      {texts.request} <span className="font-mono">{error.requestId}</span>
    </p>
  );
}
