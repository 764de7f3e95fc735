"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import { cardsQuery } from "../../lib/api/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Link } from "../ui/link.tsx";
import { When } from "../ui/when.tsx";
import { cardName, typeWord } from "./card-labels.ts";
import { CardStateChip } from "./card-state-chip.tsx";
import { texts } from "./texts.ts";

const IssueCardModal = lazySheet(() => import("./issue-card-modal.tsx").then((module) => module.IssueCardModal));

/** The cards of a customer, newest first, and the way to issue one. Cards 5. */
export function WalletCards({ customerId }: { customerId: string }) {
  const session = useSession();
  const [isIssuing, setIsIssuing] = useState(false);
  const read = useQuery(cardsQuery(session, { customerId, page: 1 }));
  const cards = read.data?.cards ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4">
      {can(session, ["ISSUE_CARD", "MANAGE_PREPAID_CARD"]) && (
        <p>
          <Button icon={CreditCard} aria-haspopup="dialog" onClick={() => setIsIssuing(true)}>
            {texts.issueCard}
          </Button>
        </p>
      )}
      {read.isError && <LoadProblem what={texts.theCards} error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && cards.length === 0 && (
        <EmptyState icon={CreditCard} title={texts.noCardsYet}>
          <p>{texts.noCardsOfTheCustomer}</p>
        </EmptyState>
      )}
      <ul>
        {cards.map((card) => (
          <li key={card.id} className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 border-b py-2">
            <Link href={`/cards/${card.id}`} className="rounded-small font-medium underline underline-offset-3">
              {cardName(card)}
            </Link>
            <CardStateChip state={card.status} />
            <span className="text-fg-2">{card.label ?? typeWord(card)}</span>
            <span className="ml-auto text-fg-2">
              <When at={card.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <IssueCardModal customerId={customerId} isOpen={isIssuing} onClose={() => setIsIssuing(false)} />
    </div>
  );
}
