"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { UUID } from "../../contract/uuid.ts";
import type { PayoutFilters } from "../../lib/api/payouts.ts";
import { isPersonal, readSearchTerm } from "../../lib/format/search-term.ts";
import { PAYOUT_STATES } from "./payout-states.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const BANK = /^\d{6}$/;
const parsers = {
  state: parseAsStringLiteral(PAYOUT_STATES),
  bank: parseAsString,
  customerId: parseAsString,
  batchId: parseAsString,
  minAmount: parseAsInteger,
  maxAmount: parseAsInteger,
  openMinutes: parseAsInteger,
  startDate: parseAsString,
  endDate: parseAsString,
  search: parseAsString,
  page: parseAsInteger.withDefault(1),
};

type Change = { [Name in keyof Omit<PayoutFilters, "search">]?: NonNullable<PayoutFilters[Name]> | null };

/**
 * Filters and page of the payouts, kept in the address; a changed filter resets the page. A phone number or an e-mail stays out of the
 * address; a BVN or NIN is not sent. Dashboard 2.3.
 */
export function usePayoutsView() {
  const [{ page, search: publicSearch, ...rest }, change] = useQueryStates(parsers);
  const [privateSearch, setPrivateSearch] = useState<string | null>(null);
  const search = privateSearch ?? publicSearch;
  const isIdentity = search !== null && readSearchTerm(search).kind === "identity";
  const filters: PayoutFilters = {
    state: rest.state ?? undefined,
    bank: matching(rest.bank, BANK),
    customerId: matching(rest.customerId, UUID),
    batchId: matching(rest.batchId, UUID),
    minAmount: positive(rest.minAmount),
    maxAmount: positive(rest.maxAmount),
    openMinutes: positive(rest.openMinutes),
    startDate: matching(rest.startDate, DAY),
    endDate: matching(rest.endDate, DAY),
    search: isIdentity ? undefined : search || undefined,
  };
  return {
    filters,
    page: Math.max(page, 1),
    search: search ?? "",
    isIdentity,
    isBackward: (filters.startDate ?? "") > (filters.endDate ?? "9999"),
    hasFilters: isIdentity || Object.values(filters).some((value) => value !== undefined),
    set: (next: Change) => void change({ ...next, page: null }),
    searchFor: (text: string | null) => {
      const isPrivate = text !== null && isPersonal(text);
      setPrivateSearch(isPrivate ? text : null);
      void change({ search: isPrivate ? null : text || null, page: null });
    },
    clear: () => {
      setPrivateSearch(null);
      void change(null);
    },
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
  };
}

export type PayoutsView = ReturnType<typeof usePayoutsView>;

function matching(text: string | null, pattern: RegExp): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined;
}

function positive(value: number | null): number | undefined {
  return value !== null && value > 0 ? value : undefined;
}
