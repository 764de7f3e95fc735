import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

/** Placeholder while the delivery's code loads. */
export function DeliverySkeleton() {
  return (
    <div>
      <div className="flex h-13 items-center border-b lg:px-pad">
        <Skeleton className="w-40" />
      </div>
      <DeliveryBodySkeleton />
    </div>
  );
}

/** Placeholder of the facts, attempts and tabs. */
export function DeliveryBodySkeleton() {
  return (
    <div className="grid animate-late gap-4 py-5 lg:px-pad" aria-busy="true">
      <LoadingNote>{texts.loadingDelivery}</LoadingNote>
      <Skeleton className="w-72" />
      <Skeleton className="w-56" />
      <Skeleton className="w-64" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
