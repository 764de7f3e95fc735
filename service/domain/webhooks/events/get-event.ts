import type { EventLogLine } from "../../../../contract/webhook-records.ts";
import { findLoggedEvents } from "../../../db/webhooks/event-log.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { eventView } from "./event-view.ts";

/**
 * Returns an event with every target and the reason for each missing delivery. Webhooks 2. @throws `event_not_found`
 */
export async function getEvent(ctx: Context, { eventId }: { eventId: string }): Promise<EventLogLine> {
  const { rows } = await findLoggedEvents(ctx.db, ctx.tenant.id, { id: eventId }, { limit: 1, offset: 0 });
  if (!rows[0]) throw new Failure("event_not_found");
  return eventView(rows[0]);
}
