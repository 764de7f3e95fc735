import type { Queryable, Transaction } from "../pool.ts";
import { LIST_BOUND } from "../transactions/merchant-transactions.ts";
import { firstIdAt, lastIdAt } from "../uuid-time.ts";
import { type AttemptRow, attemptColumns } from "./webhook-attempts.ts";
import { type DeliveryRow, type DeliveryStatusName, deliveryColumns } from "./webhook-deliveries.ts";

/** Narrows a list. A missing property does not filter. Both instants are included. */
export type DeliveryFilter = {
  status?: DeliveryStatusName | undefined;
  eventType?: string | undefined;
  subscriptionId?: string | undefined;
  errorCode?: string | undefined;
  eventId?: string | undefined;
  /** One of these events. */
  eventIds?: readonly string[] | undefined;
  isTest?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** A delivery for display, with its subscription and the event's body. `body` is null after the event is purged. */
export type DeliveryLine = DeliveryRow & {
  subscriptionId: string;
  merchantId: string;
  body: string | null;
  url: string;
  description: string | null;
  active: boolean;
  deleted: boolean;
};

const lineColumns = `${deliveryColumns}, t.merchant_id as "merchantId", e.body, w.url, w.description, w.active,
  w.deleted_at is not null as deleted`;

const lineJoins = `join tenants t on t.id = d.tenant
  left join webhook_events e on e.tenant = d.tenant and e.id = d.event_id and e.id = any($2::uuid[])
  join webhook_subscriptions w on w.tenant = d.tenant and w.id = d.subscription_id`;

const DAY_MS = 86_400_000;

/**
 * The condition for each status. No index names the status, so that recording a success leaves the indexes alone (decision 0213). A failed
 * delivery has an error code, a retried one also a time of the next attempt, and a pending one has a job.
 */
const IN_STATUS: Record<DeliveryStatusName, string> = {
  pending: "d.status = 'pending'",
  retrying: "d.next_retry_at is not null",
  success: "d.error_code is null and d.status <> 'pending'",
  failed: "d.error_code is not null and d.next_retry_at is null",
};

/** `offset 0` finds each delivery by its key, however many there are. */
const WITH_A_JOB = `webhook_jobs j cross join lateral (
    select * from webhook_deliveries where id = j.delivery_id and tenant = j.tenant offset 0
  ) d`;

/** Returns a filter as SQL with its values; the tenant is `$1`. */
export function matchingDeliveries(tenant: number, filter: DeliveryFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [tenant];
  const conditions = ["d.tenant = $1 and d.kind = 'subscription'"];
  const where = (sql: string, value: unknown) => {
    conditions.push(sql.replace("?", `$${values.push(value)}`));
  };
  if (filter.status) conditions.push(IN_STATUS[filter.status]);
  if (filter.subscriptionId) where("d.subscription_id = ?", filter.subscriptionId);
  if (filter.eventType) where("d.event_type = ?", filter.eventType);
  if (filter.errorCode) where("d.error_code = ?", filter.errorCode);
  if (filter.eventIds) where("d.event_id = any(?::uuid[])", filter.eventIds);
  if (filter.eventId) where("d.event_id = ?", filter.eventId);
  if (filter.isTest !== undefined) where("d.is_test = ?", filter.isTest);
  // The ID finds the place in the index, and the row's time decides. It is created after the change, days later if the worker stood still.
  if (filter.from) {
    where("d.created_at >= ?", filter.from);
    where("d.id >= ?", firstIdAt(new Date(filter.from.getTime() - DAY_MS)));
  }
  if (filter.to) {
    where("d.created_at <= ?", filter.to);
    where("d.id <= ?", lastIdAt(new Date(filter.to.getTime() + 7 * DAY_MS)));
  }
  if (filter.status === "pending") conditions.push("j.tenant = $1");
  const source = filter.status === "pending" ? WITH_A_JOB : "webhook_deliveries d";
  return { sql: `from ${source} where ${conditions.join(" and ")}`, values };
}

/**
 * Returns a page of a tenant's deliveries to subscriptions, newest first, and the number of matches up to one more than
 * the bound.
 */
export async function findDeliveries(
  db: Queryable,
  tenant: number,
  { reference, ...filter }: DeliveryFilter & { reference?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: DeliveryLine[]; total: number }> {
  const eventIds = reference === undefined ? undefined : await findEventsOfReference(db, tenant, reference);
  const { sql, values } = matchingDeliveries(tenant, { ...filter, eventIds });
  const [limit, offset] = [values.length + 1, values.length + 2];
  const counted = db.query<{ total: number }>(
    `select count(*)::int as total from (select ${sql} limit ${LIST_BOUND + 1}) counted`,
    values,
  );
  const paged = db.query<{ id: string; eventId: string }>(
    `select d.id, d.event_id as "eventId" ${sql} order by d.id desc limit $${limit} offset $${offset}`,
    [...values, page.limit, page.offset],
  );
  const [{ rows: totals }, { rows: onPage }] = await Promise.all([counted, paged]);
  return { rows: await findLines(db, onPage), total: totals[0]?.total ?? 0 };
}

/** Events have an index by reference. Another index on deliveries would slow down every delivery. */
async function findEventsOfReference(db: Queryable, tenant: number, reference: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "select id from webhook_events where tenant = $1 and reference = $2",
    [tenant, reference],
  );
  return rows.map(({ id }) => id);
}

/** With the IDs in the statement PostgreSQL plans for their days only; planning for all days took most of the time. */
async function findLines(db: Queryable, wanted: readonly { id: string; eventId: string }[]): Promise<DeliveryLine[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<DeliveryLine>(
    `select ${lineColumns} from webhook_deliveries d ${lineJoins}
     where d.id = any($1::uuid[]) order by d.id desc`,
    [wanted.map(({ id }) => id), wanted.map(({ eventId }) => eventId)],
  );
  return rows;
}

/** Returns one delivery to a subscription, never a callback; does not lock. */
export async function findDelivery(db: Queryable, tenant: number, id: string): Promise<DeliveryLine | undefined> {
  const { rows } = await db.query<{ id: string; eventId: string }>(
    `select d.id, d.event_id as "eventId" from webhook_deliveries d
     where d.id = $2 and d.tenant = $1 and d.kind = 'subscription'`,
    [tenant, id],
  );
  return (await findLines(db, rows))[0];
}

/** Returns the attempts of a delivery, in order. */
export async function findAttempts(db: Queryable, tenant: number, deliveryId: string): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${attemptColumns} from webhook_attempts a where a.delivery_id = $2 and a.tenant = $1 order by a.n`,
    [tenant, deliveryId],
  );
  return rows;
}

/** Returns the replays of a delivery, oldest first. */
export async function findReplaysOf(
  db: Queryable,
  tenant: number,
  deliveryId: string,
): Promise<{ id: string; status: DeliveryStatusName }[]> {
  const { rows } = await db.query<{ id: string; status: DeliveryStatusName }>(
    "select d.id, d.status from webhook_deliveries d where d.replay_of = $2 and d.tenant = $1 order by d.id",
    [tenant, deliveryId],
  );
  return rows;
}

/** Locks a delivery until `tx` ends, so that only one replay is created at a time. */
export async function lockDelivery(tx: Transaction, tenant: number, id: string): Promise<void> {
  await tx.query("select from webhook_deliveries where id = $2 and tenant = $1 for update", [tenant, id]);
}

/** Returns the replay of a delivery that has not ended. Its job exists until then. */
export async function findOpenReplay(tx: Transaction, deliveryId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>("select delivery_id as id from webhook_jobs where replay_of = $1", [
    deliveryId,
  ]);
  return rows[0]?.id;
}
