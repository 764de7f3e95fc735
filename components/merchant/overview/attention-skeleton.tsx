import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";

/** Placeholder while the items load. */
export function AttentionSkeleton() {
  return (
    <div aria-busy="true" className="grid animate-late gap-5 py-3">
      <LoadingNote>Loading what needs attention</LoadingNote>
      <Skeleton className="w-48" />
      <Skeleton className="w-40" />
    </div>
  );
}
