import { queryOptions, useQuery } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { Metadata } from "../../contract/envelope.ts";
import { can, type Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** What the frame of every page counts, apart from the nouns themselves: no page carries more of them than it shows. */

const BADGE_MS = 60_000;
const DAY_MS = 86_400_000;

type Counted = { metadata: Pick<Metadata, "totalRecords"> };

/** Which of what waits, or did: by state, and `mine` or what I may approve. */
export type PendingFilter = { status: PendingItem["status"] | "ALL"; scope?: "mine" | "approvable" };

/** How many approvals there are, without reading them. */
export function pendingCountQuery(session: Session, filter: PendingFilter) {
  return queryOptions({
    queryKey: keyOf(session, "approvals", "count", filter.status, filter.scope ?? ""),
    staleTime: FRESH_MS.list,
    refetchInterval: BADGE_MS,
    queryFn: async ({ signal }): Promise<number> => {
      const query = { ...filter, page: 1, perPage: 1 };
      return (await request<Counted>(session, { path: "/transaction/pending", query, signal })).metadata.totalRecords;
    },
  });
}

/** How many wait for this very person, for the badge; asked each minute. `undefined` for who approves nothing. Dashboard 2.3. */
export function useWaitingApprovalsCount(): number | undefined {
  const session = useSession();
  const count = useQuery({
    ...pendingCountQuery(session, { status: "PENDING", scope: "approvable" }),
    enabled: can(session, "APPROVE_TRANSFER") && can(session, "BROWSE_TRANSACTIONS"),
  });
  return count.data;
}

/** How many deliveries failed for good in the last 24 hours, without tests, for badge and overview; asked each minute. Dashboard 2.3, 2.5. */
export function failedTodayQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "deliveries", "count", "failed-today"),
    staleTime: FRESH_MS.list,
    refetchInterval: BADGE_MS,
    queryFn: async ({ signal }): Promise<number> => {
      const startDate = new Date(Date.now() - DAY_MS).toISOString();
      const query = { status: "failed", test: "hide", startDate, page: 1, perPage: 1 };
      return (await request<Counted>(session, { path: "/merchant/webhook/deliveries", query, signal })).metadata
        .totalRecords;
    },
  });
}

/** The same for the badge; `undefined` for who sees no webhooks. */
export function useFailedDeliveriesCount(): number | undefined {
  const session = useSession();
  return useQuery({ ...failedTodayQuery(session), enabled: can(session, "BROWSE_WEBHOOKS") }).data;
}
