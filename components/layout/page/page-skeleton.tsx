import { Bone, LoadingNote } from "../../ui/skeleton.tsx";

/** A page whose server part has not arrived: the place of its title and first lines. */
export function PageSkeleton() {
  return (
    <div className="animate-late" aria-busy="true">
      <LoadingNote>Loading</LoadingNote>
      <div className="flex min-h-9 items-center">
        <Bone className="h-6 w-40" />
      </div>
      <div className="mt-6 grid gap-3">
        <Bone className="w-64" />
        <Bone className="h-6 w-48" />
        <Bone className="w-32" />
      </div>
    </div>
  );
}
