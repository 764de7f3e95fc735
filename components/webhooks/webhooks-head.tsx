"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageHead } from "../layout/page/page-head.tsx";
import { classNames } from "../ui/class-names.ts";
import { Link } from "../ui/link.tsx";
import { texts } from "./texts.ts";

const PLACES = [
  { href: "/webhooks", label: texts.subscriptions },
  { href: "/webhooks/deliveries", label: texts.deliveries },
  { href: "/webhooks/signature", label: texts.signature },
] as const;

/** Title and the area's three pages, which are links and not tabs. */
export function WebhooksHead({ actions }: { actions?: ReactNode }) {
  const path = usePathname();
  return (
    <>
      <PageHead title={texts.webhooks} actions={actions} />
      <nav
        aria-label={texts.webhooks}
        className="scroll-none -mx-pad mt-3 flex gap-5 overflow-x-auto border-b px-pad max-md:[&>a]:h-11"
      >
        {PLACES.map(({ href, label }) => {
          const isHere = href === "/webhooks" ? path === href : path.startsWith(href);
          return (
            <Link
              key={href}
              href={href}
              aria-current={isHere ? "page" : undefined}
              className={classNames(
                "relative -mx-1.5 -mb-px inline-flex h-10 items-center whitespace-nowrap rounded-chip px-1.5 font-medium outline-offset-[-4px] after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-fg",
                isHere ? "text-fg after:bg-accent" : "text-fg-2",
              )}
            >
              {label}
            </Link>
          );
        })}
      </nav>
    </>
  );
}
