import type { ReactNode } from "react";
import { PageHeading } from "../ui/page-heading.tsx";

/** The heading of a page before sign-in. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <PageHeading className="font-semibold text-xl">{title}</PageHeading>
      {children && <p className="mt-1 text-fg-2">{children}</p>}
    </div>
  );
}
