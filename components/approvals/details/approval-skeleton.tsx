import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

/** Placeholder while a request loads. */
export function ApprovalSkeleton() {
  return (
    <div className="animate-late" aria-busy="true">
      <LoadingNote>{texts.loadingRequest}</LoadingNote>
      <div className="flex h-13 items-center border-b lg:px-pad">
        <Skeleton className="w-32" />
      </div>
      <div className="grid gap-4 py-5 lg:px-pad">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="w-64" />
        <Skeleton className="w-full" />
        <Skeleton className="w-full" />
      </div>
    </div>
  );
}
