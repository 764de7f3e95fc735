"use client";

import { parseAsNumberLiteral, useQueryState } from "nuqs";

export const SPANS = [7, 14, 30, 90] as const;

/** How many days the overview covers, kept in the address. Dashboard 2.5. */
export function useOverviewDays() {
  return useQueryState("days", parseAsNumberLiteral(SPANS).withDefault(14));
}
