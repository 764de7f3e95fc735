import { queryOptions, useQuery } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { Metadata } from "../../contract/envelope.ts";
import { minuteBefore } from "../format/day.ts";
import { can, type Session } from "../permissions.ts";
import { useFrameFacts } from "./frame-facts.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { useSession } from "./session-provider.tsx";

/**
 * Counts that every page's frame shows. Kept apart from the nouns' modules so that pages load no more code than they
 * need.
 */

const BADGE_POLL_MS = 60_000;
const DAY_MS = 86_400_000;

const countOf = ({ metadata }: { metadata: Pick<Metadata, "totalRecords"> }) => metadata.totalRecords;

/** A filter for approval requests: by status, and `mine` or those that the member may approve. */
export type PendingFilter = { status: PendingItem["status"] | "ALL"; scope?: "mine" | "approvable" };

/** The number of approval requests, without their data. */
export function pendingCountQuery(session: Session, filter: PendingFilter) {
  return queryOptions({
    queryKey: queryKeyOf(session, "approvals", "count", filter.status, filter.scope ?? ""),
    staleTime: FRESH_MS.list,
    refetchInterval: BADGE_POLL_MS,
    ...readOf(session, { path: "/transaction/pending", query: { ...filter, page: 1, perPage: 1 } }, countOf),
  });
}

/**
 * The number of payment requests and changes of access that this member can approve, for the badge; polled every minute. `undefined`
 * until it is known. Dashboard 2.3.
 */
export function useApprovableCount(): number | undefined {
  const session = useSession();
  const count = useQuery({
    ...pendingCountQuery(session, { status: "PENDING", scope: "approvable" }),
    enabled: can(session, "APPROVE_TRANSFER") && can(session, "BROWSE_TRANSACTIONS"),
  });
  const changes = useFrameFacts()?.changesToDecide;
  return count.data === undefined && changes === undefined ? undefined : (count.data ?? 0) + (changes ?? 0);
}

/**
 * The number of exhausted deliveries in the last 24 hours, without tests, for badge and overview; polled every minute.
 * Dashboard 2.3, 2.5.
 */
export function recentFailuresQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "deliveries", "count", "failed-today"),
    staleTime: FRESH_MS.list,
    refetchInterval: BADGE_POLL_MS,
    ...readOf(session, recentFailures, countOf),
  });
}

function recentFailures(nowMs: number) {
  const startDate = minuteBefore(nowMs, DAY_MS);
  const query = { status: "failed", test: "hide", startDate, page: 1, perPage: 1 };
  return { path: "/merchant/webhook/deliveries", query } as const;
}

/** The same count for the badge; `undefined` without the permission to see webhooks. */
export function useFailedDeliveriesCount(): number | undefined {
  const session = useSession();
  return useQuery({ ...recentFailuresQuery(session), enabled: can(session, "BROWSE_WEBHOOKS") }).data;
}
