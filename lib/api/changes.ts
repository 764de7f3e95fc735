import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AccessChange } from "../../contract/access-changes.ts";
import type { Metadata } from "../../contract/envelope.ts";
import { can, type Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

const PER_PAGE = 100;

/** Whether this member sees requested changes of access. */
export function maySeeChanges(session: Session): boolean {
  return can(session, ["APPROVE_TRANSFER", "BROWSE_TEAM_MEMBER", "UPDATE_MERCHANT_DETAIL"]);
}

/** Up to 100 requested changes of access, newest first; polled every 30 s because other members decide too. Api 6. */
export function changesQuery(session: Session, status: AccessChange["status"] | "ALL") {
  return queryOptions({
    queryKey: queryKeyOf(session, "changes", status),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    enabled: maySeeChanges(session),
    ...readOf<{ data: AccessChange[]; metadata: Metadata }>(session, {
      path: "/team/changes",
      query: { status, page: 1, perPage: PER_PAGE },
    }),
  });
}

/** The changes that wait for another approver; empty until they are known. */
export function usePendingChanges(): readonly AccessChange[] {
  return useQuery(changesQuery(useSession(), "PENDING")).data?.data ?? NONE;
}

const NONE: readonly AccessChange[] = [];

export type ChangeDecision = { id: string; idempotencyKey: string } | { id: string; reason: string };

/** Agrees to a change (the idempotency key makes a retry safe), or ends it with a reason. Api 6. */
export function useDecideChange() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: ChangeDecision) => {
      const path = `/team/changes/${encodeURIComponent(decision.id)}` as const;
      return "reason" in decision
        ? request(session, { method: "DELETE", path, body: { reason: decision.reason } })
        : request(session, {
            method: "POST",
            path: `${path}/approve`,
            body: {},
            idempotencyKey: decision.idempotencyKey,
          });
    },
    // After a failure too: a refusal often means that the page shows old data.
    onSettled: () => {
      for (const noun of ["changes", "team", "merchant", "frame"]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
      }
    },
  });
}
