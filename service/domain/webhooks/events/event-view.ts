import type { EventLogLine } from "../../../../contract/webhook-records.ts";
import type { LoggedEvent } from "../../../db/webhooks/event-log.ts";

/**
 * An event with every target that was considered when it was routed: how its last delivery stands, or why it got none. A
 * callback's delivery has no page of its own, so its ID is not told. Webhooks 2.
 */
export function eventView(event: LoggedEvent): EventLogLine {
  const deliveries = new Map(event.deliveries.map((delivery) => [delivery.subscriptionId, delivery]));
  return {
    id: event.id,
    type: event.type,
    reference: event.reference,
    webhookMode: event.webhookMode,
    createdAt: event.at.toISOString(),
    payload: JSON.parse(event.body),
    targets: event.fanout.map(({ kind, subscriptionId, url, reason }) => {
      const delivery = reason === null ? deliveries.get(subscriptionId) : undefined;
      return {
        kind,
        subscriptionId,
        url,
        deliveryId: kind === "subscription" ? (delivery?.id ?? null) : null,
        outcome: delivery?.status ?? "not_sent",
        reason: delivery ? delivery.errorCode : reason,
      };
    }),
  };
}
