import { plainArray, timesArray } from "../array-literal.ts";
import { type Queryable, type Transaction, wakeAfterCommit } from "../pool.ts";
import { firstIdAt } from "../uuid-time.ts";

/** A delivery that is due. `gate`: 0 new, 1 counted as made, 2 admitted to be sent. `targetId` is null for a callback. */
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
};

// The history is large and the queue is small, whatever their statistics say at this moment.
const PLANS =
  "set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off; set local jit = off";

/** Makes the statements of this transaction find rows by their keys. */
export async function planByKeys(tx: Transaction): Promise<void> {
  await tx.query(PLANS);
}

/** Claims what is due, the longest due first; leaves what another worker has in hand. A lease that is over is due again. */
export async function claimDueJobs(tx: Transaction, now: Date, limit: number): Promise<JobRow[]> {
  const { rows } = await tx.query<JobRow>({
    name: "claim-due-jobs",
    text: `select delivery_id as "deliveryId", tenant, target_id as "targetId", event_id as "eventId", attempt, gate, lease,
        claims, made_at as "madeAt"
      from webhook_jobs where due_at <= $1 order by due_at limit $2 for update skip locked`,
    values: [now, limit],
  });
  return rows;
}

/** What becomes of a claimed job: leased until `dueAt`, or with no lease put off until then. */
export type JobUpdate = { deliveryId: string; dueAt: Date; gate: number; lease: string | null; claims: number };

export async function updateJobs(tx: Transaction, updates: readonly JobUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await tx.query({
    name: "update-webhook-jobs",
    text: `update webhook_jobs j set due_at = v.due_at, gate = v.gate, lease = v.lease, claims = v.claims
      from unnest($1::uuid[], $2::timestamptz[], $3::smallint[], $4::uuid[], $5::smallint[])
        as v (delivery_id, due_at, gate, lease, claims)
      where j.delivery_id = v.delivery_id`,
    values: [
      plainArray(updates.map((row) => row.deliveryId)),
      timesArray(updates.map((row) => row.dueAt)),
      plainArray(updates.map((row) => row.gate)),
      plainArray(updates.map((row) => row.lease)),
      plainArray(updates.map((row) => row.claims)),
    ],
  });
}

/** Gives up leases whose sends were not recorded: somebody else takes them at once. */
export async function releaseLeases(db: Queryable, leases: readonly string[], now: Date): Promise<void> {
  if (leases.length === 0) return;
  await db.query("update webhook_jobs set lease = null, due_at = $2 where lease = any($1::uuid[])", [
    plainArray(leases),
    now,
  ]);
}

/**
 * Makes what waits for a subscription due at once, so that the worker fails it unsent: the subscription was switched off or
 * deleted in this transaction. What is being sent now finishes. Webhooks 7.
 */
export async function makeJobsDue(tx: Transaction, tenant: number, subscriptionId: string, now: Date): Promise<void> {
  await tx.query(
    "update webhook_jobs set due_at = $3 where tenant = $1 and target_id = $2 and lease is null and due_at > $3",
    [tenant, subscriptionId, now],
  );
  wakeAfterCommit(tx);
}

/** Removes what still waits of deliveries from before a day. */
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

/** How many deliveries are due, since when the oldest is, and how far the database's clock is ahead of ours. */
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
