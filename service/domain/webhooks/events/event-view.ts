import type { EventLogLine } from "../../../../contract/webhook-records.ts";
import type { LoggedEvent } from "../../../db/webhooks/event-log.ts";

/**
 * An event with every target that routing considered: the status of its last delivery, or the reason for no delivery.
 * Callback deliveries have no page, so their ID is omitted. Webhooks 2.
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
