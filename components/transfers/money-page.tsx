"use client";

import { useHydrated } from "../layout/hooks/use-hydrated.ts";
import { PageHead } from "../layout/page/page-head.tsx";
import { PageSkeleton } from "../layout/page/page-skeleton.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { MoneyForm } from "./money-form.tsx";
import { kindLabels } from "./money-texts.ts";
import type { OpenedWith } from "./use-money-draft.ts";

const KINDS = ["transfer", "credit", "debit"] as const;

/** The page of the payment form. The draft is in this tab's storage, so the form renders after hydration. */
export function MoneyPage(openedWith: OpenedWith) {
  const isHydrated = useHydrated();
  if (!isHydrated) return <PageSkeleton />;
  return (
    <>
      <PageHead back={{ href: "/transfers", label: "Transfers" }} title={`New ${openedWith.kind}`} />
      <nav aria-label="Kind" className="mt-3 flex gap-2">
        {KINDS.map((kind) => (
          <ButtonLink
            key={kind}
            size="small"
            href={`/transfers/new?kind=${kind}`}
            {...(kind === openedWith.kind && { "aria-current": "page" as const })}
            variant={kind === openedWith.kind ? "plain" : "quiet"}
          >
            {kindLabels[kind]}
          </ButtonLink>
        ))}
      </nav>
      <MoneyForm key={openedWith.kind} {...openedWith} />
    </>
  );
}
