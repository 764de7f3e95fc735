import { Bone, LoadingNote } from "../ui/skeleton.tsx";

/** The place of a request that is not there yet. */
export function ApprovalSkeleton() {
  return (
    <div className="animate-late" aria-busy="true">
      <LoadingNote>Loading request</LoadingNote>
      <div className="flex h-13 items-center border-b lg:px-pad">
        <Bone className="w-32" />
      </div>
      <div className="grid gap-4 py-5 lg:px-pad">
        <Bone className="h-6 w-48" />
        <Bone className="w-64" />
        <Bone className="w-full" />
        <Bone className="w-full" />
      </div>
    </div>
  );
}
