import { type EventType, events } from "../../../../contract/events.ts";
import { everyEventText } from "../../../../contract/texts/webhooks.ts";
import type { EventOrAll } from "../../../../contract/webhook-records.ts";

export type EventTypeLine = {
  type: EventOrAll;
  description: string;
  example: { event: string; data: Record<string, unknown> } | null;
};

/** Lists the event types that a subscription may name, each with an example payload. Spec 6.2, webhooks 2. */
export function listEventTypes(): EventTypeLine[] {
  const types = Object.keys(events) as EventType[];
  return [
    ...types.map((type) => ({
      type,
      description: events[type].description,
      example: { event: type, data: { ...events[type].example } },
    })),
    { type: "*", description: everyEventText, example: null },
  ];
}
