"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { texts } from "./texts.ts";
import { wayOut } from "./way-out.ts";

type PageProblemProps = { error: Error & { digest?: string }; reset: () => void };

/** Shown when a page throws while rendering; the frame around it still works. */
export function PageProblem({ error, reset }: PageProblemProps) {
  const { text, label, run } = wayOut(error, reset);
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        level="h1"
        title={texts.thisPageDidNot}
        action={
          <Button icon={RotateCw} onClick={run}>
            {label}
          </Button>
        }
      >
        <p>{text}</p>
        {error.digest && (
          <p className="mt-1 text-fg-2 text-xs">
            {texts.failure} <span className="font-mono">{error.digest}</span>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
