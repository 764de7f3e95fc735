"use client";

import { type ReactNode, useId } from "react";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

type SectionStateProps = { title: string; read: { isPending: boolean; error: unknown; refetch: () => unknown } };

/** A section of the overview without data: no empty axes. */
export function SectionNote({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 px-pad py-5">
      <h2 id={id} className="mb-2 font-semibold text-md">
        {title}
      </h2>
      <p className="text-fg-2">{children}</p>
    </section>
  );
}

/** A section of the overview while it loads, or after it failed; sections load and fail on their own. */
export function SectionState({ title, read }: SectionStateProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 px-pad py-5">
      <h2 id={id} className="mb-3 font-semibold text-md">
        {title}
      </h2>
      {read.isPending ? (
        <div aria-busy="true" className="flex h-[260px] animate-late items-end gap-3">
          <LoadingNote>{texts.loadingTitle(title.toLowerCase())}</LoadingNote>
          <Skeleton className="h-full w-full" />
        </div>
      ) : (
        <LoadProblem what={title.toLowerCase()} error={read.error} onRetry={() => void read.refetch()} />
      )}
    </section>
  );
}
