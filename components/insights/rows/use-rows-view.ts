"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { kindNames } from "../kind-names.ts";
import { figures, sourceNames } from "./figures.ts";

function namesOf<Name extends string>(named: Record<Name, unknown>): Name[] {
  return Object.keys(named) as Name[];
}

const parsers = {
  figure: parseAsStringLiteral(namesOf(figures)).withDefault("volume"),
  kind: parseAsStringLiteral(namesOf(kindNames)),
  source: parseAsStringLiteral(namesOf(sourceNames)),
  code: parseAsString,
  weekday: parseAsInteger,
  hour: parseAsInteger,
  page: parseAsInteger.withDefault(1),
};

/** The figure whose rows are listed, its filters and the page, kept in the address; a removed filter resets the page to 1. */
export function useRowsView() {
  const [{ figure, page, ...filters }, change] = useQueryStates(parsers);
  return {
    figure,
    filters,
    page: Math.max(page, 1),
    remove: (names: readonly (keyof typeof filters)[]) =>
      void change({ ...Object.fromEntries(names.map((name) => [name, null])), page: null }),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
  };
}

export type RowsView = ReturnType<typeof useRowsView>;
