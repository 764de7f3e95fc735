import { CircleCheck, CircleX, Clock, Gauge, type LucideIcon, RotateCw } from "lucide-react";
import type { EventType } from "../../contract/events.ts";
import type { Delivery, DeliveryErrorCode, EventOrAll, WebhookSettings } from "../../contract/webhook-records.ts";
import type { Tone } from "../ui/chip.tsx";
import { texts } from "./texts.ts";

export type SentEvent = EventType | "test.webhook";

// The contract's own lists would load its schemas into the page; the types below keep these complete.
const sentEvents: Record<SentEvent, true> = {
  "transaction.success": true,
  "transaction.failed": true,
  "transaction.pending": true,
  "wallet.credit": true,
  "wallet.credit.suspended": true,
  "wallet.debit": true,
  "customer.created": true,
  "card.linked": true,
  "card.status": true,
  "card.authorization": true,
  "card.transaction": true,
  "transfer.completed": true,
  "transfer.failed": true,
  "transfer.processing": true,
  "transfer.reversed": true,
  "batch.completed": true,
  "wallet_import.completed": true,
  "test.webhook": true,
};
export const EVENT_TYPES = Object.keys(sentEvents) as SentEvent[];

/** Short labels of error codes. Webhooks 4. */
export const errorLabels: Record<DeliveryErrorCode, string> = {
  http_error: texts.errorAnswer,
  timeout: texts.timedOut,
  connect_timeout: texts.noConnectionInTime,
  dns_error: texts.nameNotFound,
  connection_refused: texts.connectionRefused,
  connection_reset: texts.connectionCut,
  tls_error: texts.tlsFailed,
  blocked_address: texts.blockedAddress,
  invalid_url: texts.urlNotAllowed,
  redirect_not_followed: texts.redirect,
  rate_limited: texts.rateLimited,
  subscription_inactive: texts.inactive,
  subscription_deleted: texts.deleted,
  subscription_unverified: texts.notVerified,
  restored: texts.maybeSentBefore,
  internal: texts.internal,
};

export const ERROR_CODES = Object.keys(errorLabels) as DeliveryErrorCode[];

type DeliveryStatus = Delivery["status"];
export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ["success", "pending", "retrying", "failed"];
type StatusAppearance = { tone: Tone; icon: LucideIcon; word: string };

/** Icon and label of each status, never colour alone. Dashboard 6. */
export const statusAppearances: Record<DeliveryStatus | "rate_limited", StatusAppearance> = {
  pending: { tone: "mute", icon: Clock, word: texts.pending },
  retrying: { tone: "wait", icon: RotateCw, word: texts.retrying },
  success: { tone: "ok", icon: CircleCheck, word: texts.delivered },
  failed: { tone: "bad", icon: CircleX, word: texts.failed },
  rate_limited: { tone: "bad", icon: Gauge, word: texts.rateLimited },
};

export const modeTexts: Record<WebhookSettings["webhookMode"], { word: string; effect: string }> = {
  LEGACY: {
    word: texts.callbackOnly,
    effect: texts.everyEventGoesTo,
  },
  SUBSCRIPTIONS: {
    word: texts.subscriptionsOnly,
    effect: texts.eachEventGoesTo,
  },
  BOTH: {
    word: texts.both,
    effect: texts.eachEventGoesToThe,
  },
};

/** A subscription's label, or else its host. */
export function nameOf({ description, url }: { description: string | null; url: string }): string {
  return description || hostOf(url);
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

const LONGEST_URL = 44;

/** A URL shortened in the middle, so that host and end stay readable. */
export function cutUrl(url: string): string {
  if (url.length <= LONGEST_URL) return url;
  return `${url.slice(0, LONGEST_URL - 13)}…${url.slice(-12)}`;
}

/** `All events`, or the first two and the number of others. */
export function eventsText(events: readonly EventOrAll[]): string {
  if (events.includes("*")) return texts.allEvents;
  const more = events.length - 2;
  return `${events.slice(0, 2).join(", ")}${more > 0 ? ` +${more}` : ""}`;
}

/** `8 s`, `4 min`, `about 1 h 22 min`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return texts.minutesMin(minutes);
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest ? texts.restMin(rest) : ""}`;
}

/** Why a failed delivery is skipped by a bulk replay. Webhooks 7. */
export const skipReasonTexts: Partial<Record<string, string>> = {
  subscription_deleted: texts.subscriptionDeleted,
  subscription_inactive: texts.subscriptionInactive,
  payload_expired: texts.eventNoLongerKept,
  delivered_since: texts.deliveredSince,
  under_way: texts.onItsWayAgain,
  replayed_since: texts.replayedSince,
};

/** The sheets over the list. */
export type SubscriptionSheet = "test" | "edit" | "delete";
