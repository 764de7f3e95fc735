import { queryOptions } from "@tanstack/react-query";
import type { FoundRecord } from "../../contract/search.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";

/** The records with this reference or ID; fresh for 10 s. Decision 0122. */
export function recordsQuery(session: Session, query: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "search", query),
    staleTime: FRESH_MS.wallet,
    ...readOf(session, { path: "/search", query: { query } }, ({ data }: { data: FoundRecord[] }) => data),
  });
}
