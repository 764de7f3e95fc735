import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  ChallengeResult,
  DeliveryForecast,
  EventOrAll,
  ForecastKind,
  Overflow,
  SigningSecret,
  SubscriptionWithHealth,
  TestResult,
  WebhookSettings,
} from "../../contract/webhook-records.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** The webhook mode and the callback URL of this account mode; fresh for 5 min. Webhooks 2. */
export function webhookSettingsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "webhooks", "settings"),
    staleTime: FRESH_MS.settings,
    ...readOf(session, { path: "/merchant/webhook/settings" }, ({ data }: { data: WebhookSettings }) => data),
  });
}

/** Subscriptions with their health, newest first; polled every 30 s because the health changes. Webhooks 2. */
export function subscriptionsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "webhooks", "subscriptions"),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    ...readOf(
      session,
      { path: "/merchant/webhook/subscriptions" },
      ({ data }: { data: SubscriptionWithHealth[] }) => data,
    ),
  });
}

/** The subscriptions that would fail deliveries of a file, because it has more rows than they take events in a minute. Webhooks 5. */
export function deliveryForecastQuery(session: Session, { kind, rows }: { kind: ForecastKind; rows: number }) {
  return queryOptions({
    queryKey: queryKeyOf(session, "webhooks", "forecast", kind, rows),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<DeliveryForecast[]> => {
      const call = { path: "/merchant/webhook/forecast", query: { kind, rows }, signal } as const;
      return (await request<{ data: DeliveryForecast[] }>(session, call)).data;
    },
  });
}

export function subscriptionQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "webhooks", "subscription", id),
    staleTime: FRESH_MS.wallet,
    refetchInterval: FRESH_MS.list,
    ...readOf(session, { path: pathOf(id) }, ({ data }: { data: SubscriptionWithHealth }) => data),
  });
}

/** An event type; `*` means all and has no example. */
export type EventChoice = {
  type: EventOrAll;
  description: string;
  example: { event: string; data: Record<string, unknown> } | null;
};

export function eventTypesQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "webhooks", "events"),
    staleTime: Number.POSITIVE_INFINITY,
    ...readOf(session, { path: "/merchant/webhook/events" }, ({ data }: { data: EventChoice[] }) => data),
  });
}

export function useUpdateWebhookSettings() {
  const session = useSession();
  const queries = useQueryClient();
  const { queryKey } = webhookSettingsQuery(session);
  return useMutation({
    mutationFn: async (body: WebhookSettings) => {
      const path = "/merchant/webhook/settings";
      return (await request<{ data: WebhookSettings }>(session, { method: "PUT", path, body })).data;
    },
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey });
      // The merchant's settings contain the same callback URL and webhook mode.
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "merchant", "settings") });
    },
  });
}

export type SubscribeInput = {
  url: string;
  events: readonly EventOrAll[];
  description?: string;
  verifyEndpoint?: boolean;
  overflow?: Overflow;
  idempotencyKey: string;
};

/** Creates a subscription. The idempotency key makes a retry safe. Spec 4.21. */
export function useSubscribe() {
  const session = useSession();
  return useSubscriptionWrite(({ idempotencyKey, ...body }: SubscribeInput) =>
    subscribe(session, body, idempotencyKey),
  );
}

async function subscribe(session: Session, body: Omit<SubscribeInput, "idempotencyKey">, idempotencyKey: string) {
  const path = "/merchant/webhook/subscribe";
  return (await request<{ data: { id: string } }>(session, { method: "POST", path, body, idempotencyKey })).data;
}

export type SubscriptionChange = {
  events?: EventOrAll[];
  active?: boolean;
  description?: string | null;
  verifyEndpoint?: boolean;
  overflow?: Overflow;
};

/** Updates a subscription. Shows the new state immediately and restores the old one if the service refuses. */
export function useUpdateSubscription() {
  const session = useSession();
  const queries = useQueryClient();
  const { queryKey } = subscriptionsQuery(session);
  const invalidate = useInvalidateSubscriptions();
  return useMutation({
    // One at a time: with two parallel updates, the earlier one could be applied last.
    scope: { id: "subscription-change" },
    mutationFn: ({ id, ...body }: SubscriptionChange & { id: string }) =>
      request(session, { method: "PUT", path: pathOf(id), body }),
    onMutate: async ({ id, ...change }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (list) => list?.map((one) => (one.id === id ? { ...one, ...change } : one)));
      return { before };
    },
    onError: (_error, _change, kept) => queries.setQueryData(queryKey, kept?.before),
    onSettled: invalidate,
  });
}

/** Deletes a subscription; its deliveries stay listed. */
export function useRemoveSubscription() {
  const session = useSession();
  return useSubscriptionWrite((id: string) => request(session, { method: "DELETE", path: pathOf(id) }));
}

export type UrlChange = { old: SubscriptionWithHealth; url: string; idempotencyKey: string };

/**
 * Changes a subscription's URL by creating a copy with the new URL and then deleting the old one, because the URL of a
 * subscription is fixed. If the second step fails, both receive every event: `isOldLeft`. Dashboard 2.2.
 */
export function useChangeUrl() {
  const session = useSession();
  return useSubscriptionWrite(async ({ old, url, idempotencyKey }: UrlChange) => {
    const { events, description, verifyEndpoint, overflow } = old;
    const copy = { url, events, verifyEndpoint, overflow, ...(description && { description }) };
    const made = await subscribe(session, copy, idempotencyKey);
    if (!old.active) await request(session, { method: "PUT", path: pathOf(made.id), body: { active: false } });
    const isOldLeft = await request(session, { method: "DELETE", path: pathOf(old.id) }).then(
      () => false,
      () => true,
    );
    return { id: made.id, isOldLeft };
  });
}

/** Sends a test event and waits for the response. It has its own limit of 10 per minute. Webhooks 7. */
export function useTestSubscription() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string): Promise<TestResult> => {
      const path = `/merchant/webhook/test/${encodeURIComponent(id)}` as const;
      return (await request<{ data: TestResult }>(session, { method: "POST", path })).data;
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "deliveries") }),
  });
}

/** Asks the endpoint to prove that it belongs to the merchant, and waits up to 10 s for its answer. Decision 0089. */
export function useSendChallenge() {
  const session = useSession();
  return useSubscriptionWrite(
    async (id: string) =>
      (await request<{ data: ChallengeResult }>(session, { method: "POST", path: `${pathOf(id)}/challenge` })).data,
  );
}

/** The signing secret of a subscription. Not a query or mutation: those would cache it. Decision 0088. */
export async function revealSigningSecret(session: Session, id: string): Promise<string> {
  return (await request<{ data: SigningSecret }>(session, { path: `${pathOf(id)}/secret` })).data.secret;
}

/** Replaces the signing secret. The former one signs too for `overlapHours`. */
export async function rollSigningSecret(session: Session, id: string, overlapHours: number): Promise<string> {
  const call = { method: "POST", path: `${pathOf(id)}/secret/roll`, body: { overlapHours } } as const;
  return (await request<{ data: SigningSecret }>(session, call)).data.secret;
}

function useSubscriptionWrite<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  return useMutation({ mutationFn, onSettled: useInvalidateSubscriptions() });
}

export function useInvalidateSubscriptions(): () => void {
  const session = useSession();
  const queries = useQueryClient();
  return () => {
    for (const noun of ["subscriptions", "subscription"]) {
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "webhooks", noun) });
    }
  };
}

function pathOf(id: string): `/${string}` {
  return `/merchant/webhook/subscription/${encodeURIComponent(id)}`;
}
