"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

type PageProblemProps = { error: Error & { digest?: string }; reset: () => void };

/** Shown when a page throws while rendering; the frame around it still works. */
export function PageProblem({ error, reset }: PageProblemProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        level="h1"
        title="This page did not open"
        action={
          <Button icon={RotateCw} onClick={reset}>
            Try again
          </Button>
        }
      >
        <p>Nothing was changed. If it happens again, tell whoever runs the platform.</p>
        {error.digest && (
          <p className="mt-1 text-fg-2 text-xs">
            Failure <span className="font-mono">{error.digest}</span>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
