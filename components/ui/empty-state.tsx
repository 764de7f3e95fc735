import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { PageHeading } from "./page-heading.tsx";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  level?: "h1" | "h2";
  action?: ReactNode;
  children: ReactNode;
};

/** Says why a list or page is empty, and offers the next step. */
export function EmptyState({ icon, title, level = "h2", action, children }: EmptyStateProps) {
  const Heading = level === "h1" ? PageHeading : level;
  return (
    <section className="grid justify-items-center gap-1 px-6 py-12 text-center md:py-16">
      <Icon of={icon} size={20} className="mb-2 text-fg-3" />
      <Heading className="font-semibold text-md">{title}</Heading>
      <div className="max-w-[400px] text-balance text-fg-2">{children}</div>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </section>
  );
}
