import { binaryArray } from "../array-binary.ts";
import { type Queryable, type Transaction, wakeAfterCommit } from "../pool.ts";
import { tenantsInTurn } from "../tenants-in-turn.ts";
import { firstIdAt } from "../uuid-time.ts";

/** A due delivery. `gate`: 0 new, 1 counted as created, 2 admitted for sending. `targetId` is null for a callback. */
export type JobRow = {
  deliveryId: string;
  tenant: number;
  targetId: string | null;
  eventId: string;
  attempt: number;
  gate: 0 | 1 | 2;
  lease: string | null;
  claims: number;
  madeAt: Date;
  /** Whether it was asked for before it is due. */
  isEarly: boolean;
};

// The history is large and the queue is small, regardless of their current statistics.
const PLANS =
  "set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off; set local jit = off";

/** Makes the statements of this transaction find rows by key. */
export async function planByKeys(tx: Transaction): Promise<void> {
  await tx.query(PLANS);
}

const jobColumns = `j.delivery_id as "deliveryId", j.tenant, j.target_id as "targetId", j.event_id as "eventId", j.attempt, j.gate, j.lease,
  j.claims, j.made_at as "madeAt"`;

/**
 * Claims due jobs, about `limit`: an equal share of each tenant, the longest due first. Skips jobs that another worker holds. An expired lease
 * is due again. `isMore`: a tenant may have more than its share. Decision 0196.
 */
export async function claimDueJobs(
  tx: Transaction,
  now: Date,
  limit: number,
): Promise<{ jobs: JobRow[]; isMore: boolean }> {
  const { rows } = await tx.query<JobRow & { isMore: boolean }>({
    name: "claim-due-jobs",
    text: `${tenantsInTurn("webhook_jobs", "c.due_at <= $1", "$2")}
      select ${jobColumns}, false as "isEarly", count(*) over (partition by j.tenant) = share.rows as "isMore"
      from waiting w cross join share cross join lateral (
        select c.* from webhook_jobs c where c.tenant = w.tenant and c.due_at <= $1
        order by c.due_at limit share.rows for update skip locked
      ) j
      order by j.due_at`,
    values: [now, limit],
  });
  return { jobs: rows.map(({ isMore: _, ...job }) => job), isMore: rows.some(({ isMore }) => isMore) };
}

/**
 * Claims first attempts of callbacks that were postponed to a time after `now` and up to `until`, the earliest first: for each tenant at most
 * its `room`. Only a pace postpones these, so they may start earlier. Skips jobs that another worker holds.
 */
export async function claimPostponedCallbacks(
  tx: Transaction,
  wanted: readonly { tenant: number; room: number }[],
  span: { now: Date; until: Date },
): Promise<JobRow[]> {
  const { rows } = await tx.query<JobRow>({
    name: "claim-postponed-callbacks",
    text: `select ${jobColumns}, true as "isEarly"
      from unnest($1::int[], $2::int[]) as w (tenant, room) cross join lateral (
        select c.* from webhook_jobs c
        where c.tenant = w.tenant and c.due_at > $3 and c.due_at <= $4 and c.target_id is null and c.attempt = 1 and c.lease is null
        order by c.due_at limit w.room for update skip locked
      ) j
      order by j.due_at`,
    values: [
      binaryArray.integer(wanted.map((row) => row.tenant)),
      binaryArray.integer(wanted.map((row) => row.room)),
      span.now,
      span.until,
    ],
  });
  return rows;
}

/** The next state of a claimed job: leased until `dueAt`, or postponed until then without a lease. */
export type JobUpdate = { deliveryId: string; dueAt: Date; gate: number; lease: string | null; claims: number };

/** Changes claimed jobs. Each is found by key, even with statistics from a moment in which the queue was empty. */
export async function updateJobs(tx: Transaction, updates: readonly JobUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await tx.query({
    name: "update-webhook-jobs",
    text: `with found as materialized (
        select v.*, j.place
        from unnest($1::uuid[], $2::timestamptz[], $3::smallint[], $4::uuid[], $5::smallint[])
          as v (delivery_id, due_at, gate, lease, claims)
        cross join lateral (select ctid as place from webhook_jobs where delivery_id = v.delivery_id for update) j
      )
      update webhook_jobs j set due_at = f.due_at, gate = f.gate, lease = f.lease, claims = f.claims
      from found f where j.ctid = f.place`,
    values: [
      binaryArray.uuid(updates.map((row) => row.deliveryId)),
      binaryArray.timestamptz(updates.map((row) => row.dueAt)),
      binaryArray.smallint(updates.map((row) => row.gate)),
      binaryArray.uuid(updates.map((row) => row.lease)),
      binaryArray.smallint(updates.map((row) => row.claims)),
    ],
  });
}

/** Releases leases of sends that were not recorded, so that another worker takes them immediately. */
export async function releaseLeases(db: Queryable, leases: readonly string[], now: Date): Promise<void> {
  if (leases.length === 0) return;
  await db.query("update webhook_jobs set lease = null, due_at = $2 where lease = any($1::uuid[])", [
    binaryArray.uuid(leases),
    now,
  ]);
}

/**
 * Makes leased jobs due whose request did not begin. They count as not claimed. A job with a newer lease stays unchanged. Each is found by
 * key, even with statistics from a moment in which the queue was empty.
 */
export async function returnJobs(
  db: Queryable,
  jobs: readonly { deliveryId: string; lease: string }[],
  now: Date,
): Promise<void> {
  if (jobs.length === 0) return;
  await db.query({
    name: "return-webhook-jobs",
    text: `update webhook_jobs set lease = null, due_at = $3, claims = greatest(claims - 1, 0)
      where ctid = any (array(
        select j.place from unnest($1::uuid[], $2::uuid[]) as v (delivery_id, lease) cross join lateral (
          select ctid as place from webhook_jobs where delivery_id = v.delivery_id and lease = v.lease for update
        ) j
      ))`,
    values: [binaryArray.uuid(jobs.map((job) => job.deliveryId)), binaryArray.uuid(jobs.map((job) => job.lease)), now],
  });
}

/**
 * Makes the pending jobs of a subscription due immediately, so that the worker fails them unsent: this transaction
 * disabled or deleted the subscription. Sends that are running finish. Webhooks 7.
 */
export async function makeJobsDue(tx: Transaction, tenant: number, subscriptionId: string, now: Date): Promise<void> {
  await tx.query(
    "update webhook_jobs set due_at = $3 where tenant = $1 and target_id = $2 and lease is null and due_at > $3",
    [tenant, subscriptionId, now],
  );
  wakeAfterCommit(tx);
}

/** Deletes the pending jobs of deliveries from before a day. */
export async function purgeJobs(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from webhook_jobs where delivery_id < $1", [firstIdAt(before)]);
  return rowCount ?? 0;
}

export type QueueStateRow = {
  due: number;
  waiting: number;
  oldestDueAt: Date | null;
  outboxPending: number;
  outboxQuarantined: number;
  databaseNow: Date;
};

/** Returns the number of due deliveries, the time of the oldest, and the database's current time. */
export async function readQueueState(db: Queryable, now: Date): Promise<QueueStateRow> {
  const { rows } = await db.query<QueueStateRow>(
    `select count(*) filter (where due_at <= $1)::int as due, count(*)::int as waiting,
       min(due_at) filter (where due_at <= $1) as "oldestDueAt",
       (select count(*)::int from outbox where fanned_out_at is null) as "outboxPending",
       (select count(*)::int from outbox_failures) as "outboxQuarantined", clock_timestamp() as "databaseNow"
     from webhook_jobs`,
    [now],
  );
  const [row] = rows;
  if (!row) throw new Error("an aggregate without a row");
  return row;
}

/** The held deliveries of a tenant. */
export type HeldJobs = MerchantRow & { deliveries: number };

/** A tenant with its merchant. */
type MerchantRow = { tenant: number; merchantId: string; mode: "SANDBOX" | "PRODUCTION" };

/** The rows of `changed` by tenant. */
const BY_TENANT = `select t.id as tenant, t.merchant_id as "merchantId", t.mode, count(*)::int as deliveries
  from changed c join tenants t on t.id = c.tenant group by t.id order by t.id`;

/** Holds all pending deliveries until `releaseHeldJobs` or `failHeldJobs`: they are never due. Returns their number by tenant. */
export async function holdJobs(tx: Transaction): Promise<HeldJobs[]> {
  const { rows } = await tx.query<HeldJobs>(
    `with changed as (
       update webhook_jobs set due_at = 'infinity', lease = null where due_at < 'infinity' returning tenant
     ) ${BY_TENANT}`,
  );
  return rows;
}

/** Returns the number of held deliveries. */
export async function countHeldJobs(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ held: number }>(
    "select count(*)::int as held from webhook_jobs where due_at = 'infinity'",
  );
  return rows[0]?.held ?? 0;
}

/** Makes the held deliveries due. Returns their number by tenant. */
export async function releaseHeldJobs(tx: Transaction, now: Date): Promise<HeldJobs[]> {
  const { rows } = await tx.query<HeldJobs>(
    `with changed as (update webhook_jobs set due_at = $1 where due_at = 'infinity' returning tenant) ${BY_TENANT}`,
    [now],
  );
  wakeAfterCommit(tx);
  return rows;
}

/** Locks and returns the next held deliveries. */
export async function lockHeldJobs(tx: Transaction, limit: number): Promise<(MerchantRow & { deliveryId: string })[]> {
  const { rows } = await tx.query<MerchantRow & { deliveryId: string }>(
    `select j.delivery_id as "deliveryId", j.tenant, t.merchant_id as "merchantId", t.mode
     from webhook_jobs j join tenants t on t.id = j.tenant where j.due_at = 'infinity'
     order by j.delivery_id limit $1 for update of j`,
    [limit],
  );
  return rows;
}
