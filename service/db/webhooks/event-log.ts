import type { Queryable } from "../pool.ts";
import { LIST_BOUND } from "../transactions/merchant-transactions.ts";
import { firstIdAt, lastIdAt } from "../uuid-time.ts";
import type { DeliveryStatusName } from "./webhook-deliveries.ts";
import type { WebhookEventRow } from "./webhook-events.ts";

/** An event with the last delivery to each target. */
export type LoggedEvent = WebhookEventRow & { deliveries: LoggedDelivery[] };
export type LoggedDelivery = {
  id: string;
  subscriptionId: string | null;
  status: DeliveryStatusName;
  errorCode: string | null;
};

export type EventFilter = {
  id?: string | undefined;
  reference?: string | undefined;
  eventType?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

const DAY_MS = 86_400_000;

/**
 * Returns a page of the tenant's events, newest first, and the number of matches up to one more than the bound of
 * lists.
 */
export async function findLoggedEvents(
  db: Queryable,
  tenant: number,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: LoggedEvent[]; total: number }> {
  const values: unknown[] = [tenant];
  const conditions = ["e.tenant = $1"];
  const where = (sql: string, value: unknown) => {
    conditions.push(sql.replace("?", `$${values.push(value)}`));
  };
  if (filter.id) where("e.id = ?", filter.id);
  if (filter.reference) where("e.reference = ?", filter.reference);
  if (filter.eventType) where("e.type = ?", filter.eventType);
  // As for deliveries: the ID finds the place in the index, and the row's time decides.
  if (filter.from) {
    where("e.at >= ?", filter.from);
    where("e.id >= ?", firstIdAt(new Date(filter.from.getTime() - DAY_MS)));
  }
  if (filter.to) {
    where("e.at <= ?", filter.to);
    where("e.id <= ?", lastIdAt(new Date(filter.to.getTime() + 7 * DAY_MS)));
  }
  const matching = `from webhook_events e where ${conditions.join(" and ")}`;
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::int as total from (select ${matching} limit ${LIST_BOUND + 1}) counted`,
    values,
  );
  const { rows } = await db.query<WebhookEventRow>(
    `select e.tenant, e.id, e.type, e.reference, e.body, e.webhook_mode as "webhookMode", e.fanout, e.at
     ${matching} order by e.id desc limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.limit, page.offset],
  );
  const sent = await findLastDeliveries(db, tenant, rows);
  return {
    rows: rows.map((event) => ({ ...event, deliveries: sent.get(event.id) ?? [] })),
    total: counted[0]?.total ?? 0,
  };
}

/** Returns the last delivery of each event to each target. Callbacks have no subscription. */
async function findLastDeliveries(
  db: Queryable,
  tenant: number,
  events: readonly { id: string }[],
): Promise<Map<string, LoggedDelivery[]>> {
  const { rows } = await db.query<LoggedDelivery & { eventId: string }>(
    `select distinct on (d.event_id, d.subscription_id) d.event_id as "eventId", d.id, d.subscription_id as "subscriptionId",
       d.status, d.error_code as "errorCode"
     from webhook_deliveries d where d.event_id = any($2::uuid[]) and d.tenant = $1
     order by d.event_id, d.subscription_id, d.id desc`,
    [tenant, events.map(({ id }) => id)],
  );
  return Map.groupBy(rows, (row) => row.eventId);
}
