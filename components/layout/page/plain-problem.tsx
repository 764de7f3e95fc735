"use client";

import { texts } from "./texts.ts";
import { wayOut } from "./way-out.ts";

export type PlainProblemProps = { error: Error & { digest?: string }; reset: () => void };

/**
 * Shown when the frame around the page throws. Every page includes this, so it is plain markup without a component.
 */
export function PlainProblem({ error, reset }: PlainProblemProps) {
  const { text, label, run } = wayOut(error, reset);
  return (
    <main role="alert" className="mx-auto grid max-w-form justify-items-start gap-4 p-pad">
      <h1 className="font-semibold text-xl">{texts.thisPageDidNot}</h1>
      <p>{text}</p>
      {error.digest && <p className="text-fg-2 text-xs">{texts.failureDigest(error.digest)}</p>}
      <button
        type="button"
        onClick={run}
        className="h-control rounded-control border bg-panel px-3 font-medium text-sm hover:bg-subtle"
      >
        {label}
      </button>
    </main>
  );
}
