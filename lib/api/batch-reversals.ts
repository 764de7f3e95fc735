import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BatchReversal, BatchReversalPreview } from "../../contract/reversals.ts";
import type { Session } from "../permissions.ts";
import { queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

const REVERSE = "/wallet/reverse-batch-transaction";

/** How many rows of a batch can go back, and the reasons against the others. Moves no money. Api 5, decision 0138. */
export function batchReversalPreviewQuery(session: Session, batchReference: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "batches", "reversal", batchReference),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<BatchReversalPreview> => {
      const call = { method: "POST", path: `${REVERSE}/preview`, isReadOnly: true, signal } as const;
      type Reply = { data: BatchReversalPreview };
      return (await request<Reply>(session, { ...call, body: { batchReference } })).data;
    },
  });
}

/** Reverses a batch, or submits that for approval: then the reply has no `data`. The idempotency key makes a retry safe. Api 5, decision 0138. */
export function useReverseBatch(batchReference: string) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ reason, idempotencyKey }: { reason: string; idempotencyKey: string }) =>
      request<{ data?: BatchReversal }>(session, {
        method: "POST",
        path: REVERSE,
        body: { batchReference, reason },
        idempotencyKey,
      }),
    onSettled: () => {
      for (const noun of ["approvals", "batches", "transactions", "wallets"]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
      }
    },
  });
}
