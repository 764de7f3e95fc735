import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CappedMetadata } from "../../contract/envelope.ts";
import type {
  Break,
  BreakAge,
  BreakKind,
  BreakResolution,
  Reconciliation,
  SettlementFile,
} from "../../contract/reconciliation.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";
import { requestUpload } from "./upload.ts";

const PER_PAGE = 20;
const COMPARING_POLL_MS = 2_000;

/** The float of a Lagos day, ours beside the bank's; fresh for 60 s, polled while a file is being compared. Rails 6. */
export function reconciliationQuery(session: Session, date: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "reconciliation", "day", date),
    staleTime: FRESH_MS.overview,
    placeholderData: keepPreviousData,
    ...readOf(session, { path: "/reconciliation", query: { date } }, ({ data }: { data: Reconciliation }) => data),
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === "waiting") ? COMPARING_POLL_MS : FRESH_MS.overview,
  });
}

/** Reads the breaks again when a file has been compared. */
export function useBreaksFollowFiles(files: readonly SettlementFile[] | undefined): void {
  const session = useSession();
  const queries = useQueryClient();
  const compared = files?.filter(({ matchedAt }) => matchedAt !== null).map(({ id }) => id);
  const known = useRef<string>(undefined);
  const now = compared?.join();
  useEffect(() => {
    if (now === undefined) return;
    const isNew = known.current !== undefined && known.current !== now;
    known.current = now;
    if (isNew) void queries.invalidateQueries({ queryKey: queryKeyOf(session, "reconciliation", "breaks") });
  }, [now, queries, session]);
}

/** Filters of the breaks of all days. */
export type BreakFilters = {
  state: Break["state"];
  kind?: BreakKind | undefined;
  age?: BreakAge | undefined;
};

export type BreakList = {
  breaks: Break[];
  counts: { byKind: Partial<Record<BreakKind, number>>; byAge: Partial<Record<BreakAge, number>> };
  metadata: CappedMetadata;
};

/** A page of differences, oldest first, with their numbers by kind and age. Rails 6. */
export function breaksQuery(session: Session, { page, ...filters }: BreakFilters & { page: number }) {
  return queryOptions({
    queryKey: queryKeyOf(session, "reconciliation", "breaks", JSON.stringify(filters), page),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<BreakList>(session, {
      path: "/reconciliation/breaks",
      query: { page, perPage: PER_PAGE, ...filters },
    }),
  });
}

/** The owner or the note of a break; `null` removes it. Rails 6. */
export type BreakChange = { ownerId?: string | null; note?: string | null };

export function useUpdateBreak(id: string) {
  const session = useSession();
  const invalidate = useInvalidateReconciliation();
  return useMutation({
    mutationFn: (body: BreakChange) =>
      request<{ break: Break }>(session, {
        method: "PATCH",
        path: `/reconciliation/breaks/${encodeURIComponent(id)}`,
        body,
      }),
    onSettled: invalidate,
  });
}

type Resolve = { resolution: Exclude<BreakResolution, "agreed">; note: string; idempotencyKey: string };

/** Resolves a break. The idempotency key makes a retry safe. Asks for a proof of identity. Rails 6. */
export function useResolveBreak(id: string) {
  const session = useSession();
  const invalidate = useInvalidateReconciliation();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: Resolve) =>
      request<{ break: Break }>(session, {
        method: "POST",
        path: `/reconciliation/breaks/${encodeURIComponent(id)}/resolve`,
        body,
        idempotencyKey,
      }),
    onSettled: invalidate,
  });
}

type SettlementUpload = { file: File; date: string; idempotencyKey: string; onProgress: (share: number) => void };

/** Uploads a settlement file; `onProgress` gets the sent share from 0 to 1. The comparison follows in the service. Rails 6. */
export function useUploadSettlementFile() {
  const session = useSession();
  const invalidate = useInvalidateReconciliation();
  return useMutation({
    mutationFn: async ({ file, date, idempotencyKey, onProgress }: SettlementUpload) => {
      type Reply = { file: SettlementFile };
      const reply = await requestUpload<Reply>(session, {
        path: "/reconciliation/files",
        fields: { date },
        file: { field: "file", name: file.name, content: file },
        idempotencyKey,
        onProgress: (sent, all) => onProgress(all === 0 ? 1 : sent / all),
      });
      return reply.file;
    },
    onSettled: invalidate,
  });
}

/** Invalidates everything that a settlement file or a resolution changes. */
function useInvalidateReconciliation(): () => void {
  const session = useSession();
  const queries = useQueryClient();
  return () => {
    for (const noun of ["reconciliation", "bank-credits", "payouts", "transactions", "wallets", "merchant"]) {
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
    }
  };
}
