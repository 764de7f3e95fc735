import type { ReactNode } from "react";

/** What a page before sign-in is for. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="font-semibold text-xl">{title}</h1>
      {children && <p className="mt-1 text-fg-2">{children}</p>}
    </div>
  );
}
