"use client";

import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { WalletFilters } from "../../../contract/customers.ts";
import { isSearchable, readSearchTerm } from "../../../lib/format/search-term.ts";

const parsers = {
  search: parseAsString,
  status: parseAsStringLiteral(["ACTIVE", "FROZEN"]),
  tier: parseAsStringLiteral(["TIER_1", "TIER_2", "TIER_3"]),
  pnc: parseAsBoolean,
  tag: parseAsString,
  activeIn: parseAsString,
  createdFrom: parseAsString,
  createdTo: parseAsString,
  minBalance: parseAsInteger,
  maxBalance: parseAsInteger,
  nearLimit: parseAsStringLiteral(["balance", "daily"]),
  page: parseAsInteger.withDefault(1),
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PERIOD = /^\d{4}-\d{2}(-\d{2})?$/;

type Choices = {
  [Name in keyof Omit<WalletFilters, "search" | "postNoCredit">]?: NonNullable<WalletFilters[Name]> | null;
} & {
  pnc?: boolean | null;
};

/**
 * The list's filters, kept in the address; a changed filter resets the page to 1. A name is kept in the address; a phone number, an
 * email or a row of digits never is. Dashboard 2.3.
 */
export function useWalletsView() {
  const [state, change] = useQueryStates(parsers);
  const [privateSearch, setPrivateSearch] = useState<string | null>(null);
  const search = privateSearch ?? state.search ?? "";
  const filters: WalletFilters = {
    search: isSearchable(readSearchTerm(search)) ? search.trim() : undefined,
    status: state.status ?? undefined,
    tier: state.tier ?? undefined,
    postNoCredit: state.pnc ?? undefined,
    tag: state.tag ?? undefined,
    activeIn: matching(state.activeIn, PERIOD),
    createdFrom: matching(state.createdFrom, DAY),
    createdTo: matching(state.createdTo, DAY),
    minBalance: state.minBalance ?? undefined,
    maxBalance: state.maxBalance ?? undefined,
    nearLimit: state.nearLimit ?? undefined,
  };
  return {
    filters,
    search,
    page: Math.max(state.page, 1),
    hasFilters: Object.values(filters).some((value) => value !== undefined),
    set: (choices: Choices) => void change({ ...choices, page: null }),
    searchFor: (text: string) => {
      const isPublic = readSearchTerm(text).kind === "text" && !text.includes("@");
      setPrivateSearch(isPublic || text === "" ? null : text);
      const shown = isPublic ? text : null;
      // Written only if it changes the address: a write would undo a navigation in progress.
      if (shown !== state.search || state.page !== 1) void change({ search: shown, page: null });
    },
    clear: () => {
      setPrivateSearch(null);
      void change(null);
    },
    showPage: (page: number) => void change({ page: page === 1 ? null : page }, { history: "push", scroll: true }),
  };
}

function matching(text: string | null, pattern: RegExp): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined;
}

export type WalletsView = ReturnType<typeof useWalletsView>;
