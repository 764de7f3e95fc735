import { classNames } from "./class-names.ts";

/** A grey bar in place of text; `className` sets its width. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames("inline-block h-3 max-w-full rounded-small bg-mute-tint align-middle", className)}
    />
  );
}

/** Announces once that content is loading; the skeletons around it are hidden from screen readers. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  );
}
