"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { parseAsInteger, useQueryState } from "nuqs";
import { useId, useMemo } from "react";
import type { CardAuthorization } from "../../contract/card-authorizations.ts";
import type { Card } from "../../contract/cards.ts";
import { cardAuthorizationsQuery } from "../../lib/api/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { formatKobo } from "../../lib/format/money.ts";
import { countOf } from "../../lib/format/names.ts";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../layout/page/pager.tsx";
import { Chip } from "../ui/chip.tsx";
import { DataTable, type TableColumn, TableSkeleton } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { When } from "../ui/when.tsx";
import { authorizationStates, declineSentence } from "./card-labels.ts";
import { texts } from "./texts.ts";

function columnsOf(onOpen: (id: string) => void): TableColumn<CardAuthorization>[] {
  return [
    {
      id: "when",
      header: texts.time,
      cell: ({ row }) => <When at={row.original.createdAt} />,
      meta: { width: "136px", hides: "tiny", isSoft: true, skeletonWidth: "w-24" },
    },
    {
      id: "merchant",
      header: texts.merchant,
      cell: ({ row: { original } }) => (
        <>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(original.id)}
            className="block max-w-full truncate rounded-small text-left underline decoration-line underline-offset-3 hover:decoration-current"
          >
            {original.merchant.name ?? texts.unknownMerchant}
          </button>
          <Why payment={original} />
        </>
      ),
      meta: { starts: "tiny", skeletonWidth: "w-40" },
    },
    {
      id: "status",
      header: texts.status,
      cell: ({ row }) => {
        const { tone, icon, word } = authorizationStates[row.original.status];
        return (
          <Chip tone={tone} icon={icon} isShortOnPhone>
            {word}
          </Chip>
        );
      },
      meta: { width: "148px", phoneWidth: "52px", skeletonWidth: "w-16" },
    },
    {
      id: "amount",
      header: texts.amount,
      cell: ({ row }) => <Money kobo={row.original.amount} />,
      meta: { width: "140px", phoneWidth: "120px", align: "end", skeletonWidth: "w-20" },
    },
  ];
}

/** Why a payment was declined, in one sentence, or what the customer owes for it. */
function Why({ payment }: { payment: CardAuthorization }) {
  const sentence = declineSentence(payment);
  if (sentence === null) {
    if (payment.owed === 0) return null;
    return (
      <span className="block whitespace-normal text-bad text-xs">
        {texts.clearedAndOwed(formatKobo(payment.cleared), formatKobo(payment.owed))}
      </span>
    );
  }
  return (
    <span className="block whitespace-normal text-bad text-xs">
      {sentence} {texts.noMoneyWasHeld}
    </span>
  );
}

/** The payments with a card, live: held, cleared, reversed, or declined with the reason. Cards 3. */
export function CardAuthorizations({ card, onOpen }: { card: Card; onOpen: (id: string) => void }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container mt-6">
      <h2 id={id} className="mb-2 font-semibold text-md">
        {texts.authorizations}
      </h2>
      <Payments card={card} onOpen={onOpen} />
    </section>
  );
}

function Payments({ card, onOpen }: { card: Card; onOpen: (id: string) => void }) {
  const session = useSession();
  const [asked, setPage] = useQueryState("page", parseAsInteger.withDefault(1));
  const page = Math.max(asked, 1);
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  const read = useQuery(cardAuthorizationsQuery(session, { id: card.id, page }));
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingAuthorizations} />;
  if (!read.data) {
    if (!read.isError) return null;
    return <LoadProblem what={texts.theAuthorizations} error={read.error} onRetry={() => void read.refetch()} />;
  }
  const { authorizations, metadata } = read.data;
  const showPage = (next: number) => void setPage(next === 1 ? null : next);
  if (authorizations.length === 0 && metadata.totalRecords > 0) {
    return <PastTheEnd icon={CreditCard} page={page} onPage={showPage} />;
  }
  if (authorizations.length === 0) {
    return (
      <EmptyState icon={CreditCard} title={texts.noAuthorizationsYet}>
        <p>{texts.theyAppearHere}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption={texts.authorizationsNewestFirst}
        columns={columns}
        rows={authorizations}
        getRowId={(one) => one.id}
        isQuiet={({ status }) => status === "declined" || status === "expired"}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "authorization")}
        narrow={texts.narrowTheFilters}
        onPage={showPage}
      >
        <AsOf read={read} />
      </Pager>
    </>
  );
}
