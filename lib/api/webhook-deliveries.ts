import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Metadata } from "../../contract/envelope.ts";
import type {
  Delivery,
  DeliveryDetails,
  DeliveryErrorCode,
  ReplayDryRun,
  ReplayJob,
  WebhookStats,
} from "../../contract/webhook-records.ts";
import { minuteBefore } from "../format/day.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

const PER_PAGE = 20;
const ACTIVE_POLL_MS = 5_000;

/** A fixed start, or a number of milliseconds before the time of the read. */
export type DeliverySpan = { startDate: string; endDate: string } | { lastMs: number };

export type DeliveryFilter = {
  status?: Delivery["status"] | undefined;
  eventType?: string | undefined;
  subscriptionId?: string | undefined;
  errorCode?: DeliveryErrorCode | undefined;
  test: "all" | "hide" | "only";
  span: DeliverySpan;
};

export type DeliveryPage = { data: Delivery[]; metadata: Metadata & { totalIsCapped?: boolean } };

const path = "/merchant/webhook/deliveries";

/**
 * A page of deliveries, newest first. Polled every 5 s while a delivery is in progress, unless `isPaused`. Dashboard
 * 5.10.
 */
export function deliveriesQuery(session: Session, filter: DeliveryFilter, page: number, isPaused: boolean) {
  return queryOptions({
    queryKey: queryKeyOf(session, "deliveries", "list", JSON.stringify(filter), page),
    staleTime: FRESH_MS.list,
    ...readOf<DeliveryPage>(session, (nowMs) => ({
      path,
      query: { ...queryOf(filter, nowMs), page, perPage: PER_PAGE },
    })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (isPaused) return false;
      return state.data?.data.some(isInProgress) ? ACTIVE_POLL_MS : FRESH_MS.list;
    },
  });
}

/** The number of deliveries that match a filter, without their data; exact up to 50,000. */
export function deliveryCountQuery(session: Session, filter: DeliveryFilter, isPaused = false) {
  return queryOptions({
    queryKey: queryKeyOf(session, "deliveries", "count", JSON.stringify(filter)),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? false : FRESH_MS.list,
    ...readOf(
      session,
      (nowMs) => ({ path, query: { ...queryOf(filter, nowMs), page: 1, perPage: 1 } }),
      ({ metadata }: DeliveryPage) => metadata.totalRecords,
    ),
  });
}

/** A delivery with its attempts; polled every 2 s until it is final. */
export function deliveryQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "deliveries", "one", id),
    staleTime: FRESH_MS.wallet,
    ...readOf(
      session,
      { path: `/merchant/webhook/delivery/${encodeURIComponent(id)}` },
      ({ data }: { data: DeliveryDetails }) => data,
    ),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? 2_000 : false),
  });
}

/** Deliveries per hour; hours without deliveries are omitted. */
export function webhookStatsQuery(session: Session, subscriptionId: string | undefined, span: DeliverySpan) {
  return queryOptions({
    queryKey: queryKeyOf(session, "deliveries", "stats", subscriptionId ?? "", JSON.stringify(span)),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf(
      session,
      (nowMs) => ({ path: "/merchant/webhook/stats", query: { subscriptionId, ...datesOf(span, nowMs) } }),
      ({ data }: { data: WebhookStats }) => data,
    ),
  });
}

/** The signed payload of an attempt and the signatures it was sent with. */
export type SignedAttempt = { body: string; timestamp: string; own: string; sha256: string; sha512: string };

/** The newest delivery with an attempt, to check a signature; `null` if there is none. Wire 6. */
export function useLastSignedAttempt() {
  const session = useSession();
  return useMutation({
    mutationFn: async (): Promise<SignedAttempt | null> => {
      const { data } = await request<DeliveryPage>(session, { path, query: { page: 1, perPage: PER_PAGE } });
      const sent = data.find(({ attempts, payload }) => attempts > 0 && payload !== null);
      if (!sent) return null;
      const one = `/merchant/webhook/delivery/${encodeURIComponent(sent.id)}` as const;
      const { attemptLog, payload } = (await request<{ data: DeliveryDetails }>(session, { path: one })).data;
      const headers = attemptLog.at(-1)?.requestHeaders ?? {};
      return {
        // The service serialized the body the same way, so these are its exact bytes.
        body: JSON.stringify(payload),
        timestamp: headers["x-webhook-timestamp"] ?? "",
        own: headers["x-subscription-signature"] ?? "",
        sha256: headers["x-webhook-signature"] ?? "",
        sha512: headers["x-service-signature"] ?? "",
      };
    },
  });
}

export function isInProgress({ status }: Pick<Delivery, "status">): boolean {
  return status === "pending" || status === "retrying";
}

/** Resends the event of a failed delivery as a new delivery. The idempotency key makes a retry safe. Spec 4.21. */
export function useReplayDelivery() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, idempotencyKey }: { id: string; idempotencyKey: string }): Promise<Delivery> => {
      const path = `/merchant/webhook/replay/${encodeURIComponent(id)}` as const;
      return (await request<{ data: Delivery }>(session, { method: "POST", path, idempotencyKey })).data;
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "deliveries") }),
  });
}

/** The failures that a bulk replay covers: those listed, or all that match. Test deliveries are excluded. */
export type ReplayRequest =
  | { ids: readonly string[] }
  | Pick<DeliveryFilter, "subscriptionId" | "eventType" | "errorCode" | "span">;

/** A preview of a bulk replay; changes nothing. Webhooks 7. */
export function replayPlanQuery(session: Session, replay: ReplayRequest) {
  return queryOptions({
    queryKey: queryKeyOf(session, "replay-plans", JSON.stringify(replay)),
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<ReplayDryRun> => {
      const body = { ...bodyOf(replay), dryRun: true };
      const path = "/merchant/webhook/replays";
      type Reply = { data: ReplayDryRun };
      // The endpoint requires an idempotency key; each preview uses a new one.
      const idempotencyKey = crypto.randomUUID();
      return (await request<Reply>(session, { method: "POST", path, body, idempotencyKey, isReadOnly: true, signal }))
        .data;
    },
  });
}

export function useReplayMany() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({
      replay,
      idempotencyKey,
    }: {
      replay: ReplayRequest;
      idempotencyKey: string;
    }): Promise<ReplayJob> => {
      const call = { method: "POST", path: "/merchant/webhook/replays", body: bodyOf(replay), idempotencyKey } as const;
      return (await request<{ data: ReplayJob }>(session, call)).data;
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "replays") }),
  });
}

/** The newest bulk replay, polled while it runs. */
export function newestReplayQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "replays", "newest"),
    staleTime: FRESH_MS.wallet,
    ...readOf(
      session,
      { path: "/merchant/webhook/replays", query: { page: 1, perPage: 1 } },
      ({ data }: { data: ReplayJob[] }): ReplayJob | null => data[0] ?? null,
    ),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? 2_000 : FRESH_MS.list),
  });
}

export function useCancelReplay() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      request(session, { method: "DELETE", path: `/merchant/webhook/replays/${encodeURIComponent(id)}` }),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "replays") }),
  });
}

function queryOf({ span, ...filter }: DeliveryFilter, nowMs: number) {
  return { ...filter, ...datesOf(span, nowMs) };
}

function bodyOf(replay: ReplayRequest) {
  if ("ids" in replay) return replay;
  const { span, ...filter } = replay;
  return { ...filter, ...datesOf(span, Date.now()) };
}

function datesOf(span: DeliverySpan, nowMs: number): { startDate: string; endDate?: string } {
  return "lastMs" in span ? { startDate: minuteBefore(nowMs, span.lastMs) } : span;
}
