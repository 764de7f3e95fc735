import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, Metadata, successFamily } from "./envelope.ts";
import { EventType } from "./events.ts";
import { BACKWARD, Id, isForward, Paging, PerPage, span } from "./values.ts";
import {
  Delivery,
  DeliveryDetails,
  DeliveryErrorCode,
  DeliveryStatus,
  EventLogLine,
  ReplayDryRun,
  ReplayJob,
  WebhookStats,
} from "./webhook-records.ts";

/** `limit` is the public name of `perPage` here (wire 1.2). */
const DeliveriesQuery = Paging.extend({
  limit: PerPage.optional(),
  status: DeliveryStatus.optional(),
  eventType: z.enum([...EventType.options, "test.webhook"]).optional(),
  subscriptionId: Id.optional(),
  errorCode: DeliveryErrorCode.optional(),
  reference: z.string().max(100).optional(),
  eventId: Id.optional(),
  test: z.enum(["all", "hide", "only"]).default("all"),
  ...span,
}).refine(isForward, BACKWARD);

const ReplaysBody = z
  .object({
    subscriptionId: Id.optional(),
    eventType: EventType.optional(),
    errorCode: DeliveryErrorCode.optional(),
    ids: z.array(Id).min(1).max(1000).optional(),
    dryRun: z.boolean().default(false),
    ...span,
  })
  .refine(isForward, BACKWARD)
  .meta({ examples: [{ eventType: "wallet.credit", errorCode: "timeout", startDate: "2026-01-31", dryRun: true }] });

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

/** Deliveries, their attempts, and replays. */
export const webhookDeliveryEndpoints = {
  listDeliveries: endpoint({
    ...browse,
    path: "/merchant/webhook/deliveries",
    replica: true,
    summary: "List deliveries, newest first",
    source: "spec 4.21, webhooks 4",
    extension: false,
    query: DeliveriesQuery,
    reply: successFamily({ data: z.array(Delivery), metadata: CappedMetadata }),
  }),
  getDelivery: endpoint({
    ...browse,
    ...byId,
    path: "/merchant/webhook/delivery/{id}",
    summary: "Get a delivery with every attempt",
    source: "spec 4.21, webhooks 4",
    extension: false,
    reply: successFamily({ data: DeliveryDetails }),
  }),
  replayDelivery: endpoint({
    ...manage,
    ...byId,
    method: "POST",
    path: "/merchant/webhook/replay/{id}",
    summary: "Replay a failed delivery as a new one",
    source: "spec 4.21, webhooks 7",
    extension: false,
    also: { status: 200, when: "An earlier call has replayed this delivery; its replay again." },
    status: 201,
    idempotent: true,
    reply: successFamily({ data: Delivery }),
  }),
  replayDeliveries: endpoint({
    ...manage,
    method: "POST",
    path: "/merchant/webhook/replays",
    summary: "Replay failed deliveries in bulk, or count them first",
    source: "webhooks 7, dashboard 9",
    extension: true,
    status: 202,
    idempotent: true,
    body: ReplaysBody,
    reply: successFamily({ data: ReplayJob }),
    also: {
      status: 200,
      when: "With `dryRun`: what would be replayed. Nothing was.",
      reply: successFamily({ data: ReplayDryRun }),
    },
  }),
  listReplays: endpoint({
    ...browse,
    path: "/merchant/webhook/replays",
    replica: true,
    summary: "List bulk replays, newest first",
    source: "webhooks 2",
    extension: true,
    query: Paging,
    reply: successFamily({ data: z.array(ReplayJob), metadata: Metadata }),
  }),
  getReplay: endpoint({
    ...browse,
    ...byId,
    path: "/merchant/webhook/replays/{id}",
    summary: "Get the progress of a bulk replay",
    source: "webhooks 2, dashboard 9",
    extension: true,
    reply: successFamily({ data: ReplayJob }),
  }),
  cancelReplay: endpoint({
    ...manage,
    ...byId,
    method: "DELETE",
    path: "/merchant/webhook/replays/{id}",
    summary: "Stop a bulk replay",
    source: "webhooks 2, dashboard 9",
    extension: true,
    reply: successFamily({ data: ReplayJob }),
  }),
  listEventLog: endpoint({
    ...browse,
    dashboard: false,
    path: "/merchant/webhook/event-log",
    replica: true,
    summary: "List events with their targets and delivery outcomes",
    source: "webhooks 2",
    extension: true,
    query: Paging.extend({
      reference: z.string().max(100).optional(),
      eventType: EventType.optional(),
      ...span,
    }).refine(isForward, BACKWARD),
    reply: successFamily({ data: z.array(EventLogLine), metadata: CappedMetadata }),
  }),
  getEvent: endpoint({
    ...browse,
    dashboard: false,
    path: "/merchant/webhook/event-log/{eventId}",
    summary: "Get an event with its targets and delivery outcomes",
    source: "webhooks 2",
    extension: true,
    params: z.object({ eventId: Id }),
    reply: successFamily({ data: EventLogLine }),
  }),
  getWebhookStats: endpoint({
    ...browse,
    path: "/merchant/webhook/stats",
    replica: true,
    summary: "Get hourly delivery counts",
    source: "webhooks 2, dashboard 9",
    extension: true,
    query: z.object({ subscriptionId: Id.optional(), ...span }).refine(isForward, BACKWARD),
    reply: successFamily({ data: WebhookStats }),
  }),
};
