import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

/** Placeholder for a page that is loading: its title and first lines. */
export function PageSkeleton() {
  return (
    <div className="animate-late" aria-busy="true">
      <LoadingNote>{texts.loading}</LoadingNote>
      <div className="flex min-h-9 items-center">
        <Skeleton className="h-6 w-40" />
      </div>
      <div className="mt-6 grid gap-3">
        <Skeleton className="w-64" />
        <Skeleton className="h-6 w-48" />
        <Skeleton className="w-32" />
      </div>
    </div>
  );
}
