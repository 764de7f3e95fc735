import { LIST_BOUND } from "./merchant-transactions.ts";
import type { Queryable, Transaction } from "./pool.ts";
import { firstIdAt, lastIdAt } from "./uuid-time.ts";
import { type AttemptRow, attemptColumns } from "./webhook-attempts.ts";
import { type DeliveryRow, type DeliveryStatusName, deliveryColumns } from "./webhook-deliveries.ts";

/** Narrows a list; what is left out does not. Both instants are included. */
export type DeliveryFilter = {
  status?: DeliveryStatusName | undefined;
  eventType?: string | undefined;
  subscriptionId?: string | undefined;
  errorCode?: string | undefined;
  reference?: string | undefined;
  eventId?: string | undefined;
  isTest?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** A delivery as lists show it, with its subscription and the event's body; `body` is null once the event is purged. */
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
  left join webhook_events e on e.id = d.event_id
  join webhook_subscriptions w on w.tenant = d.tenant and w.id = d.subscription_id`;

const DAY_MS = 86_400_000;

/** What a filter says in SQL, with its values; the tenant is `$1`. */
export function matchingDeliveries(tenant: number, filter: DeliveryFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [tenant];
  const conditions = ["d.tenant = $1 and d.kind = 'subscription'"];
  const where = (sql: string, value: unknown) => {
    conditions.push(sql.replace("?", `$${values.push(value)}`));
  };
  if (filter.status) where("d.status = ?", filter.status);
  if (filter.subscriptionId) where("d.subscription_id = ?", filter.subscriptionId);
  if (filter.eventType) where("d.event_type = ?", filter.eventType);
  if (filter.errorCode) where("d.error_code = ?", filter.errorCode);
  if (filter.reference) where("d.reference = ?", filter.reference);
  if (filter.eventId) where("d.event_id = ?", filter.eventId);
  if (filter.isTest !== undefined) where("d.is_test = ?", filter.isTest);
  // The ID is made soon after the fact: it finds the place in the index, the instant decides.
  if (filter.from) {
    where("d.created_at >= ?", filter.from);
    where("d.id >= ?", firstIdAt(new Date(filter.from.getTime() - DAY_MS)));
  }
  if (filter.to) {
    where("d.created_at <= ?", filter.to);
    where("d.id <= ?", lastIdAt(new Date(filter.to.getTime() + DAY_MS)));
  }
  return { sql: `from webhook_deliveries d where ${conditions.join(" and ")}`, values };
}

/** A page of a tenant's deliveries to subscriptions, newest first, and how many match, up to one more than the bound. */
export async function findDeliveries(
  db: Queryable,
  tenant: number,
  filter: DeliveryFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: DeliveryLine[]; total: number }> {
  const { sql, values } = matchingDeliveries(tenant, filter);
  const [limit, offset] = [values.length + 1, values.length + 2];
  const counted = db.query<{ total: number }>(
    `select count(*)::int as total from (select ${sql} limit ${LIST_BOUND + 1}) counted`,
    values,
  );
  const found = db.query<DeliveryLine>(
    `with page as (select d.id ${sql} order by d.id desc limit $${limit} offset $${offset})
     select ${lineColumns} from page join webhook_deliveries d on d.id = page.id ${lineJoins} order by d.id desc`,
    [...values, page.limit, page.offset],
  );
  const [{ rows: totals }, { rows }] = await Promise.all([counted, found]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** One delivery to a subscription; callbacks are not there. Not locked. */
export async function findDelivery(db: Queryable, tenant: number, id: string): Promise<DeliveryLine | undefined> {
  const { rows } = await db.query<DeliveryLine>(
    `select ${lineColumns} from webhook_deliveries d ${lineJoins}
     where d.id = $2 and d.tenant = $1 and d.kind = 'subscription'`,
    [tenant, id],
  );
  return rows[0];
}

/** What was tried for a delivery, first attempt first. */
export async function findAttempts(db: Queryable, tenant: number, deliveryId: string): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${attemptColumns} from webhook_attempts a where a.delivery_id = $2 and a.tenant = $1 order by a.n`,
    [tenant, deliveryId],
  );
  return rows;
}

/** The deliveries made by replaying this one, oldest first. */
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

/** Locks a delivery until `tx` ends, so that one replay of it is made at a time. */
export async function lockDelivery(tx: Transaction, tenant: number, id: string): Promise<void> {
  await tx.query("select from webhook_deliveries where id = $2 and tenant = $1 for update", [tenant, id]);
}

/** The replay of a delivery that is not over yet: a job exists exactly so long. */
export async function findOpenReplay(tx: Transaction, deliveryId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>("select delivery_id as id from webhook_jobs where replay_of = $1", [
    deliveryId,
  ]);
  return rows[0]?.id;
}
