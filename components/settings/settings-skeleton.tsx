import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { texts } from "./texts.ts";

/** Placeholder for settings that are still loading. */
export function SettingsSkeleton({ lines, what }: { lines: number; what: string }) {
  return (
    <div className="animate-late" aria-busy="true">
      <LoadingNote>{texts.loadingWhat(what)}</LoadingNote>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="flex min-h-row items-center justify-between border-b last:border-b-0">
          <Skeleton className="w-24" />
          <Skeleton className="w-40" />
        </div>
      ))}
    </div>
  );
}
