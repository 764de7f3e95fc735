import * as z from "zod";
import { EventType } from "./events.ts";
import { Facts, Id, Instant, WebhookMode } from "./values.ts";

export const EventOrAll = z.enum([...EventType.options, "*"], {
  error: ({ input }) => (typeof input === "string" ? `is no event that can be subscribed to: ${input}` : undefined),
});
export type EventOrAll = z.infer<typeof EventOrAll>;
export const DeliveryStatus = z.enum(["pending", "success", "failed", "retrying"]);

/** The reason of a failed attempt: a stable code, never an address or a resolver's message. Webhooks 4. */
export const DeliveryErrorCode = z.enum([
  "http_error",
  "timeout",
  "connect_timeout",
  "dns_error",
  "connection_refused",
  "connection_reset",
  "tls_error",
  "blocked_address",
  "invalid_url",
  "redirect_not_followed",
  "rate_limited",
  "subscription_inactive",
  "subscription_deleted",
  "subscription_unverified",
  "restored",
  "internal",
]);
export type DeliveryErrorCode = z.infer<typeof DeliveryErrorCode>;

export const WebhookSettings = z
  .object({ webhookMode: WebhookMode, callbackURL: z.string().nullable() })
  .meta({ id: "WebhookSettings" });
export type WebhookSettings = z.infer<typeof WebhookSettings>;

/** What happens to deliveries beyond 100 a minute: they fail (Spec 6.5), or they wait for the next free place. Decision 0121. */
export const Overflow = z.enum(["fail", "queue"]);
export type Overflow = z.infer<typeof Overflow>;

/** A subscription. Neither its own signing secret nor the merchant's private key is ever included. Spec 2.5. */
export const Subscription = z
  .object({
    id: Id,
    url: z.string(),
    events: z.array(EventOrAll),
    description: z.string().nullable(),
    active: z.boolean(),
    createdAt: Instant,
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionWithHealth = Subscription.safeExtend({
  /** Whether it has a signing secret of its own; subscriptions from before have none until it is rolled. Decision 0088. */
  hasSecret: z.boolean(),
  /** Whether events wait until the endpoint has answered the challenge, and when it did. Decision 0089. */
  verifyEndpoint: z.boolean(),
  verifiedAt: Instant.nullable(),
  overflow: Overflow,
  /** Until then the former secret signs too. */
  previousSecretUntil: Instant.nullable(),
  health: z.object({
    successRate24h: z.number().min(0).max(1).nullable(),
    failingSince: Instant.nullable(),
    lastErrorCode: DeliveryErrorCode.nullable(),
    usedThisMinute: z.int(),
    /** Deliveries that wait for a place, and when the last of them has one; 0 and null without a queue. */
    waiting: z.int(),
    waitingUntil: Instant.nullable(),
    /** Finished deliveries by hour. Hours without deliveries are left out. */
    hours24h: z.array(z.object({ hour: Instant, success: z.int(), failed: z.int() })),
  }),
}).meta({ id: "SubscriptionWithHealth" });
export type SubscriptionWithHealth = z.infer<typeof SubscriptionWithHealth>;

export const ForecastKind = z.enum(["create", "credit", "debit", "payout"]);
export type ForecastKind = z.infer<typeof ForecastKind>;

/** A subscription that a file would send more deliveries than it takes in a minute; `beyondLimit` of them would fail. */
export const DeliveryForecast = z
  .object({
    subscriptionId: Id,
    url: z.string(),
    description: z.string().nullable(),
    deliveries: z.int(),
    beyondLimit: z.int(),
  })
  .meta({ id: "DeliveryForecast" });
export type DeliveryForecast = z.infer<typeof DeliveryForecast>;

/** How an endpoint answered the challenge. `errorCode` is null for an answer that does not hold the challenge. Decision 0089. */
export const ChallengeResult = z.object({
  verified: z.boolean(),
  httpStatusCode: z.int().nullable(),
  responseTimeMs: z.int(),
  errorCode: DeliveryErrorCode.nullable(),
  errorMessage: z.string().nullable(),
});
export type ChallengeResult = z.infer<typeof ChallengeResult>;

/** A signing secret in clear. Decision 0088. */
export const SigningSecret = z.object({ secret: z.string(), previousSecretUntil: Instant.nullable() });
export type SigningSecret = z.infer<typeof SigningSecret>;

/** The delivery of one event to one subscription. Webhooks 4, wire 4.21. */
export const Delivery = z
  .object({
    id: Id,
    eventId: Id,
    subscriptionId: Id,
    merchantId: Id,
    eventType: z.string(),
    status: DeliveryStatus,
    attempts: z.int().min(0),
    maxAttempts: z.int(),
    httpStatusCode: z.int().nullable(),
    responseTimeMs: z.int().nullable(),
    response: z.string().nullable(),
    errorCode: DeliveryErrorCode.nullable(),
    errorMessage: z.string().nullable(),
    reference: z.string().nullable(),
    /** Null once the event is purged. */
    payload: z.object({ event: z.string(), data: Facts }).nullable(),
    isTest: z.boolean(),
    replayOf: Id.nullable(),
    lastAttemptAt: Instant.nullable(),
    nextRetryAt: Instant.nullable(),
    deliveredAt: Instant.nullable(),
    createdAt: Instant,
    subscription: z.object({
      id: Id,
      url: z.string(),
      description: z.string().nullable(),
      active: z.boolean(),
      deleted: z.boolean(),
    }),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof Delivery>;

const Headers = z.record(z.string(), z.string());
const Attempt = z.object({
  n: z.int().min(1),
  startedAt: Instant,
  durationMs: z.int(),
  url: z.string(),
  remoteAddress: z.string().nullable(),
  keyVersion: z.int(),
  requestHeaders: Headers,
  httpStatusCode: z.int().nullable(),
  responseHeaders: Headers.nullable(),
  responseBody: z.string().nullable(),
  responseBytes: z.int().nullable(),
  truncated: z.boolean(),
  repaired: z.boolean(),
  errorCode: DeliveryErrorCode.nullable(),
});

export const DeliveryDetails = Delivery.safeExtend({
  payloadBytes: z.int(),
  replays: z.array(z.object({ id: Id, status: DeliveryStatus })),
  attemptLog: z.array(Attempt),
}).meta({ id: "DeliveryDetails" });
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

export const TestResult = z
  .object({
    deliveryId: Id,
    event: z.literal("test.webhook"),
    delivered: z.boolean(),
    httpStatusCode: z.int().nullable(),
    responseTimeMs: z.int(),
    errorCode: DeliveryErrorCode.nullable(),
    errorMessage: z.string().nullable(),
  })
  .meta({ id: "WebhookTestResult" });
export type TestResult = z.infer<typeof TestResult>;

const Skipped = z.record(z.string(), z.int());

/** The effect of a bulk replay, before it starts. */
export const ReplayDryRun = z.object({ count: z.int(), skipped: Skipped, etaSeconds: z.int() });
export type ReplayDryRun = z.infer<typeof ReplayDryRun>;

/** A bulk replay, rate-limited so that live events are not delayed. Webhooks 7. */
export const ReplayJob = z
  .object({
    id: Id,
    status: z.enum(["running", "completed", "cancelled", "failed"]),
    total: z.int(),
    replayed: z.int(),
    skipped: Skipped,
    etaSeconds: z.int().nullable(),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: "ReplayJob" });
export type ReplayJob = z.infer<typeof ReplayJob>;

/** An event with each target and its outcome. Webhooks 2. */
export const EventLogLine = z
  .object({
    id: Id,
    type: z.string(),
    reference: z.string().nullable(),
    webhookMode: WebhookMode,
    createdAt: Instant,
    payload: z.object({ event: z.string(), data: Facts }),
    targets: z.array(
      z.object({
        kind: z.enum(["subscription", "callback"]),
        subscriptionId: Id.nullable(),
        url: z.string(),
        deliveryId: Id.nullable(),
        outcome: z.enum(["pending", "success", "failed", "retrying", "not_sent"]),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "EventLogLine" });
export type EventLogLine = z.infer<typeof EventLogLine>;

/** Deliveries by hour. `usedThisMinute` is null without a subscription. */
export const WebhookStats = z
  .object({
    hours: z.array(
      z.object({
        hour: Instant,
        success: z.int(),
        failed: z.int(),
        retried: z.int(),
        errorCodes: z.record(z.string(), z.int()),
        meanMs: z.int().nullable(),
        maxMs: z.int().nullable(),
      }),
    ),
    usedThisMinute: z.int().nullable(),
  })
  .meta({ id: "WebhookStats" });
export type WebhookStats = z.infer<typeof WebhookStats>;
