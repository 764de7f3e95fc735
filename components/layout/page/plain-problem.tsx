"use client";

import { texts } from "./texts.ts";

export type PlainProblemProps = { error: Error & { digest?: string }; reset: () => void };

/**
 * Shown when the frame around the page throws. Every page includes this, so it is plain markup without dependencies.
 */
export function PlainProblem({ error, reset }: PlainProblemProps) {
  return (
    <main role="alert" className="mx-auto grid max-w-form justify-items-start gap-4 p-pad">
      <h1 className="font-semibold text-xl">{texts.thisPageDidNot}</h1>
      <p>{texts.nothingWasChangedIf}</p>
      {error.digest && <p className="text-fg-2 text-xs">{texts.failureDigest(error.digest)}</p>}
      <button
        type="button"
        onClick={reset}
        className="h-control rounded-control border bg-panel px-3 font-medium text-sm hover:bg-subtle"
      >
        {texts.tryAgain}
      </button>
    </main>
  );
}
