import type { ReactNode } from "react";

/** A definition list of names and values, one pair per line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(0,1fr)]">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-row items-center justify-between gap-4 border-b py-1 last:border-b-0">
      <dt className="shrink-0 text-fg-2">{name}</dt>
      <dd className="wrap-anywhere flex min-w-0 items-center gap-2 text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** An identifier in monospace, shortened by the caller, with a button next to it. */
export function IdText({ text, title, children }: { text: string; title?: string; children?: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <span className="whitespace-nowrap font-mono text-id" title={title}>
        {text}
      </span>
      {children}
    </span>
  );
}
