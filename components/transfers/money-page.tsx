"use client";

import dynamic from "next/dynamic";
import { DraftedForm } from "../layout/page/drafted-form.tsx";
import { PageHead } from "../layout/page/page-head.tsx";
import { PageSkeleton } from "../layout/page/page-skeleton.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { MoneyForm } from "./money-form.tsx";
import { pageTitleOf } from "./money-texts.ts";
import { texts } from "./texts.ts";
import type { OpenedWith } from "./use-money-draft.ts";

// Few visitors of this page send to a bank.
const PayoutForm = dynamic(() => import("./bank/payout-form.tsx").then((module) => module.PayoutForm), {
  ssr: false,
  loading: () => <PageSkeleton />,
});

const TABS = [
  { kind: "transfer", name: "transfer", label: texts.transfer },
  { kind: "credit", name: "credit", label: texts.credit },
  { kind: "debit", name: "debit", label: texts.debit },
  { kind: "payout", name: "bank", label: texts.bank },
] as const;

/** The page of the payment form. */
export function MoneyPage(openedWith: OpenedWith) {
  const { kind: opened, ...parties } = openedWith;
  return (
    <>
      <PageHead back={{ href: "/transactions", label: texts.transactions }} title={pageTitleOf(opened)} />
      <nav aria-label={texts.kind} className="mt-3 flex gap-2">
        {TABS.map(({ kind, name, label }) => (
          <ButtonLink
            key={kind}
            size="small"
            href={`/transactions/new?kind=${name}`}
            {...(kind === opened && { "aria-current": "page" as const })}
            variant={kind === opened ? "plain" : "quiet"}
          >
            {label}
          </ButtonLink>
        ))}
      </nav>
      {opened === "payout" ? (
        <PayoutForm kind={opened} {...parties} />
      ) : (
        <DraftedForm key={opened} name={opened}>
          <MoneyForm kind={opened} {...parties} />
        </DraftedForm>
      )}
    </>
  );
}
