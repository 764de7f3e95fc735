import type { ReactNode } from "react";

/** The heading of a page before sign-in. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="font-semibold text-xl">{title}</h1>
      {children && <p className="mt-1 text-fg-2">{children}</p>}
    </div>
  );
}
