import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { texts } from "./texts.ts";

type PageHeadProps = {
  title: ReactNode;
  /** The page above this one. */
  back?: { href: string; label: string };
  /** Shown below the title, such as identifiers. */
  sub?: ReactNode;
  /** Buttons, each as wide as its text on every screen. At most one is primary, and it comes last. */
  actions?: ReactNode;
};

export function PageHead({ title, back, sub, actions }: PageHeadProps) {
  return (
    <>
      {back && (
        <nav aria-label={texts.breadcrumb} className="mb-1 flex h-6 items-center md:h-5">
          <Link
            href={back.href}
            className="inline-flex h-6 items-center gap-1.5 rounded-small font-medium text-fg-2 hover:text-fg"
          >
            <Icon of={ArrowLeft} size={14} />
            {back.label}
          </Link>
        </nav>
      )}
      <header className="flex min-h-9 items-start justify-between gap-x-6 gap-y-4 max-md:flex-wrap">
        <div className="min-w-0">
          <PageHeading className="wrap-anywhere flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold text-xl">
            {title}
          </PageHeading>
          {sub && <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-fg-2">{sub}</div>}
        </div>
        {actions && <div className="flex shrink-0 items-center gap-2 empty:hidden max-md:w-full">{actions}</div>}
      </header>
    </>
  );
}
