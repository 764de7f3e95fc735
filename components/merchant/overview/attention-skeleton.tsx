import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

/** Placeholder while the items load. */
export function AttentionSkeleton() {
  return (
    <div aria-busy="true" className="grid animate-late gap-5 py-3">
      <LoadingNote>{texts.loadingWhatNeedsAttention}</LoadingNote>
      <Skeleton className="w-48" />
      <Skeleton className="w-40" />
    </div>
  );
}
