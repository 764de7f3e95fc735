import type { Queryable, Transaction } from "../pool.ts";

/** The sealed signing secrets of a subscription; one made before they existed has none. Decision 0088. */
export type SubscriptionSecretsRow = {
  secretSealed: Buffer | null;
  previousSecretSealed: Buffer | null;
  previousSecretUntil: Date | null;
};

/** A subscription of a merchant. A row with `deletedAt` stays for its history. */
export type SubscriptionRow = SubscriptionSecretsRow & {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  active: boolean;
  /** Whether events wait for `verifiedAt`, the time when the endpoint answered the challenge. Decision 0089. */
  verifyEndpoint: boolean;
  verifiedAt: Date | null;
  /** What happens to deliveries beyond the limit. Decision 0121. */
  overflow: "fail" | "queue";
  createdAt: Date;
  deletedAt: Date | null;
};

/**
 * The health of a subscription: final deliveries of the last 24 h by hour, and the number of sends in the last minute.
 */
export type SubscriptionHealthRow = SubscriptionRow & {
  /** Hours in which a delivery ended, oldest first. */
  hours: { hour: string; success: number; failed: number }[];
  failingSince: Date | null;
  lastErrorCode: string | null;
  usedThisMinute: number;
  /** Deliveries with a place that is not there yet, and the time of the last one in ms since 1970. Decision 0121. */
  waiting: number;
  waitingUntil: bigint | null;
};

const columns = `w.id, w.url, w.events, w.description, w.active, w.created_at as "createdAt", w.deleted_at as "deletedAt",
  w.verify_endpoint as "verifyEndpoint", w.verified_at as "verifiedAt", w.overflow,
  w.secret_sealed as "secretSealed", w.previous_secret_sealed as "previousSecretSealed",
  w.previous_secret_until as "previousSecretUntil"`;

// The places of a long queue push those of the last minute out of `made`, so what was sent counts too.
const healthColumns = `${columns}, h.hours, w.failing_since as "failingSince", w.last_error_code as "lastErrorCode",
  (select coalesce(max(greatest(
     (select count(*) from unnest(t.made) m (at) where m.at > $3::bigint and m.at <= $4::bigint),
     (select count(*) from unnest(t.sent) m (at) where m.at > $3::bigint and m.at <= $4::bigint)
   )), 0)::int from webhook_targets t where t.id = w.id) as "usedThisMinute",
  case when q.until is null then 0 else (select count(*)::int from webhook_jobs j
    where j.target_id = w.id and j.gate < 2 and j.lease is null) end as waiting, q.until as "waitingUntil"`;

const health = `cross join lateral (
    select coalesce(json_agg(ended order by ended.hour), '[]') as hours from (
      select hour, sum(success)::int as success, sum(failed)::int as failed from webhook_hours
      where tenant = w.tenant and subscription_id = w.id and hour > $2
      group by hour having sum(success + failed) > 0
    ) ended
  ) h
  cross join lateral (
    select max(m.at) as until from webhook_targets t, unnest(t.made) m (at) where t.id = w.id and m.at > $4::bigint
  ) q`;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

function healthValues(tenant: number, now: Date): [number, Date, number, number] {
  const ms = now.getTime();
  return [tenant, new Date(ms - DAY_MS), ms - MINUTE_MS, ms];
}

/** Returns the tenant's subscriptions with their health, newest first, without deleted ones. */
export async function findSubscriptions(db: Queryable, tenant: number, now: Date): Promise<SubscriptionHealthRow[]> {
  const { rows } = await db.query<SubscriptionHealthRow>(
    `select ${healthColumns} from webhook_subscriptions w ${health}
     where w.tenant = $1 and w.deleted_at is null order by w.id desc`,
    healthValues(tenant, now),
  );
  return rows;
}

/** Returns one subscription with its health, unless it is deleted; does not lock. */
export async function findSubscription(
  db: Queryable,
  tenant: number,
  id: string,
  now: Date,
): Promise<SubscriptionHealthRow | undefined> {
  const { rows } = await db.query<SubscriptionHealthRow>(
    `select ${healthColumns} from webhook_subscriptions w ${health}
     where w.tenant = $1 and w.id = $5 and w.deleted_at is null`,
    [...healthValues(tenant, now), id],
  );
  return rows[0];
}

/** Returns one subscription, deleted or not, and locks it until `tx` ends. */
export async function lockSubscription(
  tx: Transaction,
  tenant: number,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await tx.query<SubscriptionRow>(
    `select ${columns} from webhook_subscriptions w where w.tenant = $1 and w.id = $2 for update`,
    [tenant, id],
  );
  return rows[0];
}

/**
 * Returns the number of subscriptions that are not deleted. It is a reliable limit only while the tenant's settings are
 * locked.
 */
export async function countSubscriptions(tx: Transaction, tenant: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from webhook_subscriptions where tenant = $1 and deleted_at is null",
    [tenant],
  );
  return rows[0]?.count ?? 0;
}

export async function insertSubscription(
  tx: Transaction,
  tenant: number,
  row: Pick<
    SubscriptionRow,
    "id" | "url" | "events" | "description" | "createdAt" | "secretSealed" | "verifyEndpoint" | "overflow"
  >,
): Promise<void> {
  await tx.query(
    `insert into webhook_subscriptions (tenant, id, url, events, description, secret_sealed, verify_endpoint,
       created_at, updated_at, overflow)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      tenant,
      row.id,
      row.url,
      row.events,
      row.description,
      row.secretSealed,
      row.verifyEndpoint,
      row.createdAt,
      row.overflow,
    ],
  );
}

/** Stores the mutable fields of a subscription; `deletedAt` ends it. */
export async function updateSubscriptionRow(
  tx: Transaction,
  tenant: number,
  row: Pick<SubscriptionRow, "id" | "events" | "description" | "active" | "verifyEndpoint" | "overflow" | "deletedAt">,
  at: Date,
): Promise<void> {
  await tx.query(
    `update webhook_subscriptions set events = $3, description = $4, active = $5, deleted_at = $6, updated_at = $7,
       verify_endpoint = $8, overflow = $9
     where tenant = $1 and id = $2`,
    [tenant, row.id, row.events, row.description, row.active, row.deletedAt, at, row.verifyEndpoint, row.overflow],
  );
}

/** Stores new signing secrets of a subscription whose row is locked. */
export async function updateSecrets(
  tx: Transaction,
  tenant: number,
  row: SubscriptionSecretsRow & { id: string },
): Promise<void> {
  await tx.query(
    `update webhook_subscriptions set secret_sealed = $3, previous_secret_sealed = $4, previous_secret_until = $5
     where tenant = $1 and id = $2`,
    [tenant, row.id, row.secretSealed, row.previousSecretSealed, row.previousSecretUntil],
  );
}

/** Stores that the endpoint of a subscription answered the challenge; a deleted subscription stays as it is. */
export async function updateVerifiedAt(tx: Transaction, tenant: number, id: string, at: Date): Promise<void> {
  await tx.query(
    "update webhook_subscriptions set verified_at = $3 where tenant = $1 and id = $2 and deleted_at is null",
    [tenant, id, at],
  );
}

/** Deactivates every subscription of a tenant. Returns the IDs of those that were active. */
export async function stopSubscriptions(tx: Transaction, tenant: number, at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update webhook_subscriptions set active = false, updated_at = $2
     where tenant = $1 and active and deleted_at is null returning id`,
    [tenant, at],
  );
  return rows.map(({ id }) => id);
}
