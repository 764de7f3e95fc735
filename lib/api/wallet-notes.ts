import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Metadata } from "../../contract/envelope.ts";
import type { WalletNote } from "../../contract/wallet-notes.ts";
import type { Session } from "../permissions.ts";
import { useInvalidateWallets } from "./customers.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf, readPagesOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

const PER_PAGE = 20;

const pathOf = (customerId: string, list: "notes" | "tags") =>
  `/wallet/${encodeURIComponent(customerId)}/${list}` as const;

/** The notes on a wallet, newest first, 20 per page. Decision 0114. */
export function walletNotesQuery(session: Session, customerId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeyOf(session, "wallets", "notes", customerId),
    staleTime: FRESH_MS.wallet,
    ...readPagesOf<{ notes: WalletNote[]; metadata: Metadata }, number>(session, 1, (page) => ({
      path: pathOf(customerId, "notes"),
      query: { page, perPage: PER_PAGE },
    })),
    getNextPageParam: ({ metadata }) => (metadata.page < metadata.totalPages ? metadata.page + 1 : undefined),
  });
}

/** Adds a note. The key makes a retry safe. */
export function useAddNote(customerId: string) {
  const session = useSession();
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      request<{ note: WalletNote }>(session, {
        method: "POST",
        path: pathOf(customerId, "notes"),
        body: { text },
        idempotencyKey,
      }),
    onSettled: useInvalidateWallets(),
  });
}

/** Removes one of the member's own notes. */
export function useRemoveNote() {
  const session = useSession();
  return useMutation({
    mutationFn: (id: string) =>
      request<object>(session, { method: "DELETE", path: `/wallet/notes/${encodeURIComponent(id)}` }),
    onSettled: useInvalidateWallets(),
  });
}

/** The tags in use, for filters and suggestions. */
export function tagsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "tags"),
    staleTime: FRESH_MS.overview,
    ...readOf(session, { path: "/wallet/tags" }, ({ tags }: { tags: string[] }) => tags),
  });
}

/** Adds and removes tags of a wallet. */
export function useChangeTags(customerId: string) {
  const session = useSession();
  const queries = useQueryClient();
  const invalidate = useInvalidateWallets();
  return useMutation({
    mutationFn: (body: { add?: string[]; remove?: string[] }) =>
      request<{ tags: string[] }>(session, { method: "PATCH", path: pathOf(customerId, "tags"), body }),
    onSettled: () => {
      invalidate();
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "tags") });
    },
  });
}
