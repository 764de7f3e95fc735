"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard, FilterX, Search } from "lucide-react";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useRef } from "react";
import type { Card } from "../../contract/cards.ts";
import { type CardList, cardsQuery } from "../../lib/api/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { countOf } from "../../lib/format/names.ts";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../layout/page/pager.tsx";
import { useListKeys } from "../layout/page/use-list-keys.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { CountChips, countChips } from "../ui/count-chips.tsx";
import { DataTable, type TableColumn, TableSkeleton } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ROW_LINK, RowLink } from "../ui/row-link.tsx";
import { SettledInput } from "../ui/settled-input.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { When } from "../ui/when.tsx";
import { CARD_STATES, cardName, cardStates, typeWord } from "./card-labels.ts";
import { CardStateChip } from "./card-state-chip.tsx";
import { texts } from "./texts.ts";

const columns: TableColumn<Card>[] = [
  {
    id: "card",
    header: texts.card,
    cell: ({ row: { original } }) => (
      <RowLink rowId={original.id} variant="underline" href={`/cards/${original.id}`} className="block">
        {cardName(original)}
      </RowLink>
    ),
    meta: { width: "168px", skeletonWidth: "w-24" },
  },
  {
    id: "customer",
    header: texts.customer,
    cell: ({ row }) => row.original.customerName,
    meta: { skeletonWidth: "w-40" },
  },
  {
    id: "type",
    header: texts.type,
    cell: ({ row }) => typeWord(row.original),
    meta: { width: "112px", hides: "narrow", isSoft: true, skeletonWidth: "w-16" },
  },
  {
    id: "status",
    header: texts.status,
    cell: ({ row }) => <CardStateChip state={row.original.status} isShortOnPhone />,
    meta: { width: "156px", phoneWidth: "64px", skeletonWidth: "w-16" },
  },
  {
    id: "issued",
    header: texts.issued,
    cell: ({ row }) => <When at={row.original.createdAt} />,
    meta: { width: "136px", hides: "phone", isSoft: true, skeletonWidth: "w-24" },
  },
];

const parsers = {
  status: parseAsStringLiteral(CARD_STATES),
  customerId: parseAsString,
  search: parseAsString,
  page: parseAsInteger.withDefault(1),
};

/** All cards by state, with counts; filters in the address. Cards 2. */
export function CardsList() {
  const session = useSession();
  const [{ page: asked, status, customerId, search }, change] = useQueryStates(parsers);
  const page = Math.max(asked, 1);
  const filters = { status: status ?? undefined, customerId: customerId ?? undefined, search: search ?? undefined };
  const read = useQuery(cardsQuery(session, { ...filters, page }));
  return (
    <div className="@container mt-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <search aria-label={texts.filterCards} className="flex flex-wrap items-end gap-2">
        <SettledInput
          icon={Search}
          aria-label={texts.searchCards}
          placeholder={texts.nameLabelLastFour}
          value={search ?? ""}
          onText={(text) => void change({ search: text || null, page: null })}
          className="md:max-w-72"
        />
      </search>
      <CountChips
        legend={texts.status}
        value={status}
        chips={countChips(CARD_STATES, (state) => cardStates[state].word, read.data?.counts)}
        onValue={(state) => void change({ status: state, page: null })}
      />
      <div>
        <CardsTable
          read={read}
          page={page}
          hasFilters={Object.values(filters).some((value) => value !== undefined)}
          onClear={() => void change(null)}
          onPage={(next) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true })}
        />
      </div>
    </div>
  );
}

type CardsRead = {
  data: CardList | undefined;
  error: unknown;
  isLoading: boolean;
  isPlaceholderData: boolean;
  dataUpdatedAt: number;
  isError: boolean;
  refetch: () => unknown;
};
type TableProps = {
  read: CardsRead;
  page: number;
  hasFilters: boolean;
  onClear: () => void;
  onPage: (page: number) => void;
};

function CardsTable({ read, page, hasFilters, onClear, onPage }: TableProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingCards} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theCards} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { cards, metadata } = read.data;
  if (cards.length === 0 && page > 1 && metadata.totalRecords > 0) {
    return <PastTheEnd icon={CreditCard} page={page} onPage={onPage} />;
  }
  if (cards.length === 0) return <NoCards hasFilters={hasFilters} onClear={onClear} />;
  return (
    <div ref={list}>
      <DataTable
        caption={texts.cardsNewestFirst}
        columns={columns}
        rows={cards}
        getRowId={({ id }) => id}
        isQuiet={({ status }) => status === "closed" || status === "replaced"}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "card")}
        narrow={texts.narrowTheFilters}
        onPage={onPage}
      >
        <AsOf read={read} />
      </Pager>
    </div>
  );
}

function NoCards({ hasFilters, onClear }: Pick<TableProps, "hasFilters" | "onClear">) {
  if (!hasFilters) {
    return (
      <EmptyState
        icon={CreditCard}
        title={texts.noCardsYet}
        action={<ButtonLink href="/wallets">{texts.seeAllWallets}</ButtonLink>}
      >
        <p>{texts.issueOneFromAWallet}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FilterX}
      title={texts.noCardMatches}
      action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
    >
      <p>{texts.searchCards}</p>
    </EmptyState>
  );
}
