import { classNames } from "./class-names.ts";

/** A grey bar where text will stand; `className` gives its width. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames("inline-block h-3 max-w-full rounded-small bg-mute-tint align-middle", className)}
    />
  );
}

/** Announces once that something loads; the bones around it are silent. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  );
}
