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
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

const PER_PAGE = 20;
const LIVE_MS = 5_000;

/** From an instant on, or so many milliseconds back from whenever it is read. */
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

/** A page of deliveries, newest first. While something is on its way it is read each 5 s, unless `isPaused`. Dashboard 5.10. */
export function deliveriesQuery(session: Session, filter: DeliveryFilter, page: number, isPaused: boolean) {
  return queryOptions({
    queryKey: keyOf(session, "deliveries", "list", JSON.stringify(filter), page),
    staleTime: FRESH_MS.list,
    queryFn: ({ signal }): Promise<DeliveryPage> =>
      request<DeliveryPage>(session, { path, query: { ...queryOf(filter), page, perPage: PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (isPaused) return false;
      return state.data?.data.some(isOnItsWay) ? LIVE_MS : FRESH_MS.list;
    },
  });
}

/** How many deliveries a filter leaves, without reading them; exact up to 50,000. */
export function deliveryCountQuery(session: Session, filter: DeliveryFilter, isPaused = false) {
  return queryOptions({
    queryKey: keyOf(session, "deliveries", "count", JSON.stringify(filter)),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? false : FRESH_MS.list,
    queryFn: async ({ signal }): Promise<number> => {
      const query = { ...queryOf(filter), page: 1, perPage: 1 };
      return (await request<DeliveryPage>(session, { path, query, signal })).metadata.totalRecords;
    },
  });
}

/** A delivery with every attempt; read each 2 s until it is over. */
export function deliveryQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: keyOf(session, "deliveries", "one", id),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<DeliveryDetails> => {
      const path = `/merchant/webhook/delivery/${encodeURIComponent(id)}` as const;
      return (await request<{ data: DeliveryDetails }>(session, { path, signal })).data;
    },
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? 2_000 : false),
  });
}

/** Deliveries by the hour; hours without any are left out. */
export function webhookStatsQuery(session: Session, subscriptionId: string | undefined, span: DeliverySpan) {
  return queryOptions({
    queryKey: keyOf(session, "deliveries", "stats", subscriptionId ?? "", JSON.stringify(span)),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<WebhookStats> => {
      const query = { subscriptionId, ...datesOf(span) };
      return (await request<{ data: WebhookStats }>(session, { path: "/merchant/webhook/stats", query, signal })).data;
    },
  });
}

/** What an attempt was signed over, and the signatures that it carried. */
export type SignedAttempt = { body: string; timestamp: string; sha256: string; sha512: string };

/** Reads the newest delivery that was sent at all; null where there is none. For checking a signature. Wire 6. */
export function useReadLastSigned() {
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
        // The service wrote the body in the same way, once: these are its bytes.
        body: JSON.stringify(payload),
        timestamp: headers["x-webhook-timestamp"] ?? "",
        sha256: headers["x-webhook-signature"] ?? "",
        sha512: headers["x-service-signature"] ?? "",
      };
    },
  });
}

export function isOnItsWay({ status }: Pick<Delivery, "status">): boolean {
  return status === "pending" || status === "retrying";
}

/** Sends a failed delivery's event again as a new delivery. `intentKey` makes a repetition harmless. Spec 4.21. */
export function useReplayDelivery() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, intentKey }: { id: string; intentKey: string }): Promise<Delivery> => {
      const path = `/merchant/webhook/replay/${encodeURIComponent(id)}` as const;
      return (await request<{ data: Delivery }>(session, { method: "POST", path, intentKey })).data;
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: keyOf(session, "deliveries") }),
  });
}

/** Which failures a bulk replay takes: the ones named, or all that match. Tests are never among them. */
export type ReplayWish =
  | { ids: readonly string[] }
  | Pick<DeliveryFilter, "subscriptionId" | "eventType" | "errorCode" | "span">;

/** What a bulk replay would do now; changes nothing. Webhooks 7. */
export function replayPlanQuery(session: Session, wish: ReplayWish) {
  return queryOptions({
    queryKey: keyOf(session, "replay-plans", JSON.stringify(wish)),
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<ReplayDryRun> => {
      const body = { ...bodyOf(wish), dryRun: true };
      const path = "/merchant/webhook/replays";
      type Reply = { data: ReplayDryRun };
      // The endpoint wants a key of every caller; a question is a new one each time.
      const intentKey = crypto.randomUUID();
      return (await request<Reply>(session, { method: "POST", path, body, intentKey, isQuestion: true, signal })).data;
    },
  });
}

export function useReplayMany() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ wish, intentKey }: { wish: ReplayWish; intentKey: string }): Promise<ReplayJob> => {
      const call = { method: "POST", path: "/merchant/webhook/replays", body: bodyOf(wish), intentKey } as const;
      return (await request<{ data: ReplayJob }>(session, call)).data;
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: keyOf(session, "replays") }),
  });
}

/** The newest bulk replay, watched while it runs. */
export function newestReplayQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "replays", "newest"),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<ReplayJob | null> => {
      const call = { path: "/merchant/webhook/replays", query: { page: 1, perPage: 1 }, signal } as const;
      return (await request<{ data: ReplayJob[] }>(session, call)).data[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.status === "running" ? 2_000 : FRESH_MS.list),
  });
}

export function useCancelReplay() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      request(session, { method: "DELETE", path: `/merchant/webhook/replays/${encodeURIComponent(id)}` }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keyOf(session, "replays") }),
  });
}

function queryOf({ span, ...filter }: DeliveryFilter) {
  return { ...filter, ...datesOf(span) };
}

function bodyOf(wish: ReplayWish) {
  if ("ids" in wish) return wish;
  const { span, ...filter } = wish;
  return { ...filter, ...datesOf(span) };
}

function datesOf(span: DeliverySpan): { startDate: string; endDate?: string } {
  return "lastMs" in span ? { startDate: new Date(Date.now() - span.lastMs).toISOString() } : span;
}
