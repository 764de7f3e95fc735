"use client";

import { CircleAlert, Lock, RotateCw } from "lucide-react";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

type LoadProblemProps = { what: string; error: unknown; onRetry: () => void };

/**
 * Reports a failed load, its reason and the next step. For a missing permission, names it and who can grant it.
 * Dashboard 2.4.
 */
export function LoadProblem({ what, error, onRetry }: LoadProblemProps) {
  const failure = error instanceof ServiceError ? error : undefined;
  if (failure?.status === 403) {
    return (
      <EmptyState icon={Lock} title={`You may not see ${what}`}>
        <p>{failure.message} Your main merchant or an admin can change that.</p>
      </EmptyState>
    );
  }
  const action = (
    <Button icon={RotateCw} onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState icon={CircleAlert} title={`Could not load ${what}`} action={action}>
        <p>{failure?.message ?? "Something went wrong on this page."}</p>
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
      Request <span className="font-mono">{error.requestId}</span>
    </p>
  );
}
