import { CircleCheck, CircleX, Clock, Gauge, type LucideIcon, RotateCw } from "lucide-react";
import type { EventType } from "../../contract/events.ts";
import type { Delivery, DeliveryErrorCode, EventOrAll, WebhookSettings } from "../../contract/webhook-records.ts";
import type { Tone } from "../ui/chip.tsx";

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
  http_error: "Error answer",
  timeout: "Timed out",
  connect_timeout: "No connection in time",
  dns_error: "Name not found",
  connection_refused: "Connection refused",
  connection_reset: "Connection cut",
  tls_error: "TLS failed",
  blocked_address: "Blocked address",
  invalid_url: "URL not allowed",
  redirect_not_followed: "Redirect",
  rate_limited: "Rate limited",
  subscription_inactive: "Inactive",
  subscription_deleted: "Deleted",
  subscription_unverified: "Not verified",
  internal: "Internal",
};

export const ERROR_CODES = Object.keys(errorLabels) as DeliveryErrorCode[];

type DeliveryStatus = Delivery["status"];
export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ["success", "pending", "retrying", "failed"];
type StatusAppearance = { tone: Tone; icon: LucideIcon; word: string };

/** Icon and label of each status, never colour alone. Dashboard 6. */
export const statusAppearances: Record<DeliveryStatus | "rate_limited", StatusAppearance> = {
  pending: { tone: "mute", icon: Clock, word: "Pending" },
  retrying: { tone: "wait", icon: RotateCw, word: "Retrying" },
  success: { tone: "ok", icon: CircleCheck, word: "Delivered" },
  failed: { tone: "bad", icon: CircleX, word: "Failed" },
  rate_limited: { tone: "bad", icon: Gauge, word: "Rate limited" },
};

export const modeTexts: Record<WebhookSettings["webhookMode"], { word: string; effect: string }> = {
  LEGACY: {
    word: "Callback only",
    effect: "Every event goes to the callback URL. Subscriptions get nothing, and callbacks are not listed here.",
  },
  SUBSCRIPTIONS: {
    word: "Subscriptions only",
    effect: "Each event goes to the active subscriptions that want it. The callback URL gets nothing.",
  },
  BOTH: {
    word: "Both",
    effect: "Each event goes to the callback URL and to the active subscriptions that want it.",
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
  if (events.includes("*")) return "All events";
  const more = events.length - 2;
  return `${events.slice(0, 2).join(", ")}${more > 0 ? ` +${more}` : ""}`;
}

/** `8 s`, `4 min`, `about 1 h 22 min`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ""}`;
}

/** Why a failed delivery is skipped by a bulk replay. Webhooks 7. */
export const skipReasonTexts: Partial<Record<string, string>> = {
  subscription_deleted: "subscription deleted",
  subscription_inactive: "subscription inactive",
  payload_expired: "event no longer kept",
  delivered_since: "delivered since",
  under_way: "on its way again",
  replayed_since: "replayed since",
};

/** The sheets over the list. */
export type SubscriptionSheet = "test" | "edit" | "delete";
