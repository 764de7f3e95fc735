"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { UUID } from "../../contract/uuid.ts";
import type { BankCreditFilters } from "../../lib/api/bank-credits.ts";
import { isPersonal, readSearchTerm } from "../../lib/format/search-term.ts";
import { CREDIT_STATES } from "./bank-credit-states.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const parsers = {
  state: parseAsStringLiteral(CREDIT_STATES),
  customerId: parseAsString,
  minAmount: parseAsInteger,
  maxAmount: parseAsInteger,
  startDate: parseAsString,
  endDate: parseAsString,
  search: parseAsString,
  page: parseAsInteger.withDefault(1),
  open: parseAsString,
};

type Change = { [Name in keyof Omit<BankCreditFilters, "search">]?: NonNullable<BankCreditFilters[Name]> | null };

/** Filters, page and open row of the bank credits, kept in the address; a changed filter resets the page. Dashboard 2.3. */
export function useBankCreditsView() {
  const [{ page, open, search: publicSearch, ...rest }, change] = useQueryStates(parsers);
  const [privateSearch, setPrivateSearch] = useState<string | null>(null);
  const search = privateSearch ?? publicSearch;
  const isIdentity = search !== null && readSearchTerm(search).kind === "identity";
  const filters: BankCreditFilters = {
    state: rest.state ?? undefined,
    customerId: matching(rest.customerId, UUID),
    minAmount: positive(rest.minAmount),
    maxAmount: positive(rest.maxAmount),
    startDate: matching(rest.startDate, DAY),
    endDate: matching(rest.endDate, DAY),
    search: isIdentity ? undefined : search || undefined,
  };
  return {
    filters,
    page: Math.max(page, 1),
    open: matching(open, UUID) ?? null,
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
      const filters = {
        state: null,
        customerId: null,
        minAmount: null,
        maxAmount: null,
        startDate: null,
        endDate: null,
      };
      void change({ ...filters, search: null, page: null });
    },
    openRow: (id: string | null) => void change({ open: id }),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
  };
}

export type BankCreditsView = ReturnType<typeof useBankCreditsView>;

function positive(kobo: number | null): number | undefined {
  return kobo !== null && kobo > 0 ? kobo : undefined;
}

function matching(text: string | null, pattern: RegExp): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined;
}
