"use client";

export type PlainProblemProps = { error: Error & { digest?: string }; reset: () => void };

/**
 * Shown when the frame around the page throws. Every page includes this, so it is plain markup without dependencies.
 */
export function PlainProblem({ error, reset }: PlainProblemProps) {
  return (
    <main role="alert" className="mx-auto grid max-w-form justify-items-start gap-4 p-pad">
      <h1 className="font-semibold text-xl">This page did not open</h1>
      <p>Nothing was changed. If it happens again, tell whoever runs the platform.</p>
      {error.digest && <p className="text-fg-2 text-xs">Failure {error.digest}</p>}
      <button
        type="button"
        onClick={reset}
        className="h-control rounded-control border bg-panel px-3 font-medium text-sm hover:bg-subtle"
      >
        Try again
      </button>
    </main>
  );
}
