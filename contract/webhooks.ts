import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { successFamily } from "./envelope.ts";
import { Facts, Id, WebhookMode, WebhookUrl, WholeNumber } from "./values.ts";
import { webhookDeliveryEndpoints } from "./webhook-deliveries.ts";
import {
  ChallengeResult,
  DeliveryForecast,
  EventOrAll,
  ForecastKind,
  Overflow,
  SigningSecret,
  Subscription,
  SubscriptionWithHealth,
  TestResult,
  WebhookSettings,
} from "./webhook-records.ts";

const WantedEvents = z.array(EventOrAll).min(1).max(100);
const Label = z.string().trim().max(200);

const SubscribeBody = z.object({
  url: WebhookUrl,
  events: WantedEvents,
  description: Label.optional(),
  verifyEndpoint: z.boolean().optional(),
  overflow: Overflow.optional(),
});

const UpdateSubscriptionBody = z
  .object({
    events: WantedEvents.optional(),
    active: z.boolean().optional(),
    description: Label.nullable().optional(),
    verifyEndpoint: z.boolean().optional(),
    overflow: Overflow.optional(),
    url: z.never("cannot be changed; create a new subscription").optional(),
  })
  .refine(({ url: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
    error: "must have at least one of events, active, description, verifyEndpoint and overflow",
  })
  .meta({ examples: [{ events: ["wallet.credit", "wallet.debit"], active: true }] });

const UpdateSettingsBody = z.object({ webhookMode: WebhookMode, callbackURL: WebhookUrl.nullable().optional() });

const byId = { params: z.object({ id: Id }) } as const;
const base = {
  tag: "Webhooks",
  family: "success",
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
} as const;
const browse = { ...base, method: "GET", permission: "BROWSE_WEBHOOKS" } as const;
const manage = { ...base, permission: "MANAGE_WEBHOOKS" } as const;

export const webhookEndpoints = {
  ...webhookDeliveryEndpoints,
  getWebhookSettings: endpoint({
    ...browse,
    path: "/merchant/webhook/settings",
    summary: "Get the webhook mode and the callback URL of the current account mode",
    source: "webhooks 2, wire 4.21",
    extension: true,
    reply: successFamily({ data: WebhookSettings }),
  }),
  updateWebhookSettings: endpoint({
    ...manage,
    method: "PUT",
    path: "/merchant/webhook/settings",
    summary: "Set the webhook mode, and the callback URL",
    source: "spec 4.21, webhooks 2",
    extension: false,
    body: UpdateSettingsBody,
    reply: successFamily({ data: WebhookSettings }),
  }),
  subscribe: endpoint({
    ...manage,
    method: "POST",
    path: "/merchant/webhook/subscribe",
    summary: "Subscribe a URL to events",
    source: "spec 4.21, webhooks 2",
    extension: false,
    status: 201,
    idempotent: true,
    body: SubscribeBody,
    reply: successFamily({ data: Subscription }),
  }),
  listSubscriptions: endpoint({
    ...browse,
    path: "/merchant/webhook/subscriptions",
    summary: "List subscriptions, newest first",
    source: "spec 4.21, webhooks 2",
    extension: false,
    reply: successFamily({ data: z.array(SubscriptionWithHealth) }),
  }),
  forecastDeliveries: endpoint({
    ...browse,
    path: "/merchant/webhook/forecast",
    summary: "List the subscriptions that fail deliveries of a file with so many rows",
    source: "webhooks 5, dashboard 9",
    extension: true,
    query: z.object({ kind: ForecastKind, rows: WholeNumber }),
    reply: successFamily({ data: z.array(DeliveryForecast) }),
  }),
  getSubscription: endpoint({
    ...browse,
    ...byId,
    path: "/merchant/webhook/subscription/{id}",
    summary: "Get a subscription",
    source: "spec 4.21, webhooks 2",
    extension: false,
    reply: successFamily({ data: SubscriptionWithHealth }),
  }),
  updateSubscription: endpoint({
    ...manage,
    ...byId,
    method: "PUT",
    path: "/merchant/webhook/subscription/{id}",
    summary: "Change a subscription's events, description or status",
    source: "spec 4.21, webhooks 2",
    extension: false,
    body: UpdateSubscriptionBody,
    reply: successFamily({ data: SubscriptionWithHealth }),
  }),
  removeSubscription: endpoint({
    ...manage,
    ...byId,
    method: "DELETE",
    path: "/merchant/webhook/subscription/{id}",
    summary: "Delete a subscription; its history stays",
    source: "spec 4.21, webhooks 2",
    extension: false,
    message: "Webhook subscription successfully deleted.",
    reply: successFamily({}),
  }),
  // Take no Idempotency-Key: the stored reply would contain the secret.
  revealSecret: endpoint({
    ...manage,
    ...byId,
    stepUp: true,
    method: "GET",
    path: "/merchant/webhook/subscription/{id}/secret",
    summary: "Get the signing secret of a subscription",
    source: "webhooks 6",
    extension: true,
    reply: successFamily({ data: SigningSecret }),
  }),
  rollSecret: endpoint({
    ...manage,
    ...byId,
    stepUp: true,
    method: "POST",
    path: "/merchant/webhook/subscription/{id}/secret/roll",
    summary: "Replace the signing secret of a subscription; the former one signs too for some hours",
    source: "webhooks 6",
    extension: true,
    body: z.object({ overlapHours: z.int().min(0).max(72).default(24) }),
    reply: successFamily({ data: SigningSecret }),
  }),
  sendChallenge: endpoint({
    ...manage,
    ...byId,
    method: "POST",
    path: "/merchant/webhook/subscription/{id}/challenge",
    summary: "Ask the endpoint of a subscription to prove that it belongs to the merchant",
    source: "webhooks 7",
    extension: true,
    reply: successFamily({ data: ChallengeResult }),
  }),
  listEventTypes: endpoint({
    ...browse,
    path: "/merchant/webhook/events",
    summary: "List the event types",
    source: "spec 4.21, webhooks 2",
    extension: false,
    message: "Available event types",
    reply: successFamily({
      data: z.array(
        z.object({
          type: EventOrAll,
          description: z.string(),
          example: z.object({ event: z.string(), data: Facts }).nullable(),
        }),
      ),
    }),
  }),
  testSubscription: endpoint({
    ...manage,
    ...byId,
    method: "POST",
    path: "/merchant/webhook/test/{id}",
    summary: "Send a test event to a subscription and return its response",
    source: "spec 4.21, webhooks 7",
    extension: false,
    reply: successFamily({ data: TestResult }),
  }),
};
