"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { TransactionGroup } from "../../../contract/transactions.ts";
import type { TransactionFilters } from "../../../lib/api/transactions.ts";
import { isPersonal, readSearchTerm } from "../../../lib/format/search-term.ts";
import { categoriesOf, type ListSide } from "../transaction-labels.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const GROUPS: readonly TransactionGroup[] = ["moneyIn", "moneyOut", "cardPayments", "returnedCardPayments"];

const parsers = (side: ListSide) => ({
  type: parseAsStringLiteral(["CREDIT", "DEBIT"]),
  status: parseAsStringLiteral(["success", "failed", "pending"]),
  category: parseAsStringLiteral(categoriesOf[side]),
  group: parseAsStringLiteral(side === "merchant" ? GROUPS : []),
  minAmount: parseAsInteger,
  maxAmount: parseAsInteger,
  startDate: parseAsString,
  endDate: parseAsString,
  search: parseAsString,
  page: parseAsInteger.withDefault(1),
});
const parsersOf = { merchant: parsers("merchant"), customer: parsers("customer") };

export type FilterChange = { [Name in keyof TransactionFilters]?: NonNullable<TransactionFilters[Name]> | null };

/**
 * Filters and page of a list of transactions, kept in the address; a changed filter resets the page to 1. A search text that could
 * be a phone number or an email is sent but stays out of the address; a BVN or NIN is not sent at all. Dashboard 2.3, 5.1.
 */
export function useTransactionFilters(side: ListSide) {
  const [state, change] = useQueryStates(parsersOf[side]);
  const [privateSearch, setPrivateSearch] = useState<string | null>(null);
  const { page, search: publicSearch, ...choices } = state;
  const search = privateSearch ?? publicSearch;
  const isIdentity = search !== null && readSearchTerm(search).kind === "identity";
  const filters: TransactionFilters = {
    type: choices.type ?? undefined,
    status: choices.status ?? undefined,
    category: choices.category ?? undefined,
    group: choices.group ?? undefined,
    minAmount: positive(choices.minAmount),
    maxAmount: positive(choices.maxAmount),
    startDate: dayOf(choices.startDate),
    endDate: dayOf(choices.endDate),
    search: isIdentity ? undefined : search || undefined,
  };
  const set = (next: FilterChange) => {
    const { search: wanted, ...rest } = next;
    if (wanted === undefined) return void change({ ...rest, page: null });
    const isPrivate = wanted !== null && isPersonal(wanted);
    setPrivateSearch(isPrivate ? wanted : null);
    void change({ ...rest, search: isPrivate ? null : wanted || null, page: null });
  };
  return {
    side,
    filters,
    page: Math.max(page, 1),
    search: search ?? "",
    isIdentity,
    isBackward: (filters.startDate ?? "") > (filters.endDate ?? "9999"),
    hasFilters: Object.values(filters).some((value) => value !== undefined) || isIdentity,
    set,
    clear: () => {
      setPrivateSearch(null);
      void change(null);
    },
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
  };
}

export type TransactionView = ReturnType<typeof useTransactionFilters>;

function positive(kobo: number | null): number | undefined {
  return kobo !== null && kobo > 0 ? kobo : undefined;
}

function dayOf(text: string | null): string | undefined {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
