"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import { useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { prepaidBalanceQuery } from "../../lib/api/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { texts } from "./texts.ts";

const MoveMoneyModal = lazySheet(() => import("./move-money-modal.tsx").then((module) => module.MoveMoneyModal));

/** Each has its own dialog, which stays mounted until the outcome of its request is known. */
const ACTS = ["fund", "unload"] as const;

/** What a prepaid card has, and the ways to put money on it and take it back. Cards 4. */
export function PrepaidMoney({ card }: { card: Card }) {
  const session = useSession();
  const read = useQuery(prepaidBalanceQuery(session, card));
  const [opened, setOpened] = useState<(typeof ACTS)[number] | null>(null);
  const balance = read.data;
  if (balance === undefined && read.isError) {
    return <LoadProblem what={texts.itsBalance} error={read.error} onRetry={() => void read.refetch()} />;
  }
  const mayMove = can(session, "MANAGE_PREPAID_CARD");
  const isShared = card.replaces !== null || card.replacedBy !== null;
  return (
    <section
      aria-label={texts.balanceOfTheCard}
      className="mt-6 flex flex-wrap items-center gap-2 border-y py-3 max-md:[&>button]:flex-1"
    >
      <p className="mr-auto max-md:w-full">
        <span className="block text-fg-2 text-xs">{texts.balanceOfTheCard}</span>
        <span className="font-semibold text-md">
          {balance === undefined ? <Skeleton className="w-28" /> : <Money kobo={balance} />}
        </span>
        {isShared && <span className="block text-fg-2 text-xs">{texts.theReplacementHasTheSame}</span>}
      </p>
      {mayMove && card.closedAt === null && (
        <Button icon={ArrowDownToLine} aria-haspopup="dialog" onClick={() => setOpened("fund")}>
          {texts.fundCard}
        </Button>
      )}
      {mayMove && (
        <Button icon={ArrowUpFromLine} aria-haspopup="dialog" onClick={() => setOpened("unload")}>
          {texts.unloadCard}
        </Button>
      )}
      {balance !== undefined &&
        ACTS.map((act) => (
          <MoveMoneyModal
            key={act}
            card={card}
            act={act}
            balance={balance}
            isOpen={opened === act}
            onClose={() => setOpened((now) => (now === act ? null : now))}
          />
        ))}
    </section>
  );
}
