"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock, SearchX, Snowflake } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import type { Card } from "../../contract/cards.ts";
import { cardQuery } from "../../lib/api/cards.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { longInstant } from "../../lib/format/instant.ts";
import { shortId } from "../../lib/format/names.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { PageHead } from "../layout/page/page-head.tsx";
import { PageSkeleton } from "../layout/page/page-skeleton.tsx";
import { usePageTitle } from "../layout/page/use-page-title.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Callout } from "../ui/callout.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { IdText } from "../ui/facts.tsx";
import { Link } from "../ui/link.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { CardActions } from "./card-actions.tsx";
import { CardAuthorizations } from "./card-authorizations.tsx";
import { CardFace, CardLimits, CardShipping } from "./card-facts.tsx";
import { cardName, typeWord } from "./card-labels.ts";
import { CardSimulator } from "./card-simulator.tsx";
import { CardStateChip } from "./card-state-chip.tsx";
import { PrepaidMoney } from "./prepaid-money.tsx";
import { texts } from "./texts.ts";

const AuthorizationSheet = lazySheet(
  () => import("./authorization-sheet.tsx").then((module) => module.AuthorizationSheet),
  ({ id }) => id !== null,
);

/** One card: its picture, limits in words, payments with their end, and in sandbox the network simulator. Cards 1 to 3. */
export function CardPage({ id }: { id: string }) {
  const session = useSession();
  const read = useQuery(cardQuery(session, id));
  const isLoading = useSteadyLoading(read.isPending);
  usePageTitle(read.data && `${cardName(read.data)}, ${read.data.customerName}`);
  if (isLoading) return <PageSkeleton />;
  if (!read.data) return <NoCard error={read.error} onRetry={() => void read.refetch()} />;
  return <LoadedCard card={read.data} />;
}

function LoadedCard({ card }: { card: Card }) {
  const isSandbox = useSession().mode === "SANDBOX";
  const [open, setOpen] = useQueryState("authorization", parseAsString);
  const isOpen = card.status !== "closed" && card.status !== "replaced";
  return (
    <>
      <PageHead
        back={{ href: `/wallets/${card.customerId}`, label: card.customerName }}
        title={
          <>
            {cardName(card)} <CardStateChip state={card.status} />
          </>
        }
        sub={
          <>
            <span>{texts.issuedBy(typeWord(card), longInstant(card.createdAt), card.createdByName)}</span>
            <IdText text={shortId(card.id)} title={card.id}>
              <CopyButton value={card.id} label={texts.cardId} />
            </IdText>
          </>
        }
        actions={isOpen && <CardActions card={card} />}
      />
      <CardNote card={card} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[300px_minmax(0,1fr)]">
        <CardFace card={card} />
        <CardLimits card={card} />
      </div>
      {card.source === "CARD" && <PrepaidMoney card={card} />}
      <CardShipping card={card} />
      <CardAuthorizations card={card} onOpen={(authorization) => void setOpen(authorization)} />
      {isSandbox && isOpen && <CardSimulator card={card} />}
      <AuthorizationSheet id={open} onClose={() => void setOpen(null)} />
    </>
  );
}

const REPLACEMENT_REASONS: Record<string, string> = {
  lost: texts.replacedBecauseLost,
  stolen: texts.replacedBecauseStolen,
  damaged: texts.replacedBecauseDamaged,
};

/** Who froze the card, why it was closed, or what took its place. */
function CardNote({ card: { status, locks, reason, replaces, replacedBy } }: { card: Card }) {
  if (replacedBy !== null) {
    return (
      <p className="mt-5 text-fg-2">
        {REPLACEMENT_REASONS[reason ?? ""] ?? texts.replacedBy}{" "}
        <CardLink id={replacedBy}>{texts.seeTheReplacement}</CardLink>
      </p>
    );
  }
  if (replaces !== null && status !== "closed" && status !== "frozen") {
    return (
      <p className="mt-5 text-fg-2">
        {texts.itReplacesAnother} <CardLink id={replaces}>{texts.seeTheFormerCard}</CardLink>
      </p>
    );
  }
  if (status === "closed" && reason !== null) return <p className="mt-5 text-fg-2">{texts.closedBecause(reason)}</p>;
  if (status === "requested") {
    return (
      <Callout role="status" tone="wait" icon={Clock} title={texts.theIssuerHasNotAnswered} className="mt-5">
        <p>{texts.theOrderIsRepeated}</p>
      </Callout>
    );
  }
  if (status !== "frozen") return null;
  const who = [
    locks.merchant && texts.yourTeam,
    locks.customer && texts.theCustomer,
    locks.issuer && texts.theIssuer,
  ].filter((name) => name !== false);
  return (
    <Callout role="status" tone="ice" icon={Snowflake} title={texts.frozenBy(who.join(", "))} className="mt-5">
      <p>
        {reason !== null && `“${reason}” `}
        {texts.newPaymentsAreDeclined}
      </p>
    </Callout>
  );
}

function CardLink({ id, children }: { id: string; children: string }) {
  return (
    <Link href={`/cards/${id}`} className="rounded-small font-medium underline underline-offset-3">
      {children}
    </Link>
  );
}

/** The same text for a missing card, another merchant's, and one of the other mode, so that it reveals nothing. */
function NoCard({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 400 || error.status === 404);
  return (
    <>
      <PageHead back={{ href: "/cards", label: texts.cards }} title={texts.card} />
      {isMissing ? (
        <EmptyState
          icon={SearchX}
          title={texts.cardNotFound}
          action={<ButtonLink href="/cards">{texts.seeAllCards}</ButtonLink>}
        >
          <p>{texts.itMayBelongToTheOtherMode}</p>
        </EmptyState>
      ) : (
        <LoadProblem what={texts.thisCard} error={error} onRetry={onRetry} />
      )}
    </>
  );
}
