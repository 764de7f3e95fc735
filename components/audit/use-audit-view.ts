"use client";

import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import type { AuditFilters } from "../../lib/api/audit.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const parsers = {
  actor: parseAsString,
  action: parseAsString,
  objectKind: parseAsString,
  objectId: parseAsString,
  startDate: parseAsString,
  endDate: parseAsString,
  page: parseAsInteger.withDefault(1),
  line: parseAsString,
};

type Change = { [Name in keyof AuditFilters]?: string | null };

/** Chosen as `action`, it shows sign-ins too. They are many and seldom wanted, so the log leaves them out at first. */
export const ALL_ACTIONS = "all";

/** Filters, page and open entry, kept in the URL. A changed filter goes back to page 1. Dashboard 2.3. */
export function useAuditView() {
  const [state, change] = useQueryStates(parsers);
  const { page, line, ...choices } = state;
  const filters: AuditFilters = {
    actor: choices.actor || undefined,
    action: choices.action && choices.action !== ALL_ACTIONS ? choices.action : undefined,
    objectKind: choices.objectKind || undefined,
    objectId: choices.objectId || undefined,
    startDate: dayOf(choices.startDate),
    endDate: dayOf(choices.endDate),
  };
  return {
    filters,
    /** The filters of the list: without sign-ins unless an action or `ALL_ACTIONS` is chosen. */
    listFilters: choices.action ? filters : { ...filters, without: "session" },
    action: choices.action || undefined,
    page: Math.max(page, 1),
    isBackward: (filters.startDate ?? "") > (filters.endDate ?? "9999"),
    hasFilters: Boolean(choices.action) || Object.values(filters).some((value) => value !== undefined),
    line,
    openLine: (id: string) => void change({ line: id }, { history: "push" }),
    closeLine: () => void change({ line: null }),
    set: (next: Change) => void change({ ...next, page: null }),
    clear: () => void change(null),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
  };
}

export type AuditView = ReturnType<typeof useAuditView>;

function dayOf(text: string | null): string | undefined {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
