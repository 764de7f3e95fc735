import { Bone, LoadingNote } from "../ui/skeleton.tsx";

/** The place of what needs somebody, before it is known. */
export function AttentionBones() {
  return (
    <div aria-busy="true" className="grid animate-late gap-5 py-3">
      <LoadingNote>Loading what needs attention</LoadingNote>
      <Bone className="w-48" />
      <Bone className="w-40" />
    </div>
  );
}
