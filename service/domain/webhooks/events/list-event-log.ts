import type { CappedMetadata } from "../../../../contract/envelope.ts";
import type { EventLogLine } from "../../../../contract/webhook-records.ts";
import { findLoggedEvents } from "../../../db/webhooks/event-log.ts";
import type { Context } from "../../context.ts";
import { type PageInput, sliceOf } from "../../transactions/transaction-page.ts";
import { type DatesInput, datesOf, metadataOf } from "../deliveries/list-page.ts";
import { eventView } from "./event-view.ts";

export type ListEventLogInput = PageInput &
  DatesInput & { reference?: string | undefined; eventType?: string | undefined };

/**
 * Lists events with every target and the reason for each missing delivery, newest first. A movement without a listener
 * has no event. Returns the wire payload. Webhooks 2. @throws `validation_failed` for a page beyond the bound
 */
export async function listEventLog(
  ctx: Context,
  input: ListEventLogInput,
): Promise<{ data: EventLogLine[]; metadata: CappedMetadata }> {
  const { page, perPage, reference, eventType } = input;
  const filter = { reference, eventType, ...datesOf(input) };
  const { rows, total } = await findLoggedEvents(ctx.db, ctx.tenant.id, filter, sliceOf({ page, perPage }));
  return { data: rows.map(eventView), metadata: metadataOf({ page, perPage }, total) };
}
