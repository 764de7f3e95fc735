import type { ConsideredTarget } from "../../../db/webhooks/webhook-events.ts";
import type { ListenerRow } from "../../../db/webhooks/webhook-listeners.ts";

/**
 * Every possible target of an event of this type, with the reason for no delivery, or null for a delivery. Pure.
 * Webhooks 1.
 */
export function routeEvent(listener: ListenerRow, type: string): ConsideredTarget[] {
  const { webhookMode, callbackUrl, subscriptions } = listener;
  const targets: ConsideredTarget[] = subscriptions.map(({ id, url, events, active, unverified }) => {
    const matches = events.includes("*") || events.includes(type);
    const wanted = !active ? "inactive" : !matches ? "no_match" : unverified ? "unverified" : null;
    const reason = webhookMode === "LEGACY" ? "mode" : wanted;
    return { kind: "subscription", subscriptionId: id, url, reason };
  });
  if (callbackUrl !== null) {
    const reason = webhookMode === "SUBSCRIPTIONS" ? "mode" : null;
    targets.unshift({ kind: "callback", subscriptionId: null, url: callbackUrl, reason });
  }
  return targets;
}
