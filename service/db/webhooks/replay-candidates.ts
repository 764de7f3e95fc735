import type { TenantRow } from "../merchant/tenants.ts";
import type { Queryable, Transaction } from "../pool.ts";
import type { ReplayRow, SkipReason } from "./webhook-replays.ts";

/** The pace of bulk replays: `limit` deliveries per minute and subscription, live ones included. */
export type ReplayPace = { since: number; limit: number };

export type RunningReplay = Pick<ReplayRow, "id" | "replayed" | "skipped"> & {
  tenant: TenantRow;
};

/** Returns the running bulk replays of all tenants, oldest first. Does not lock. */
export async function findRunningReplays(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "select id from webhook_replays where status = 'running' order by id",
  );
  return rows.map(({ id }) => id);
}

/** Returns a running bulk replay and locks it until `tx` ends, unless another worker holds it. */
export async function claimRunningReplay(tx: Transaction, id: string): Promise<RunningReplay | undefined> {
  const { rows } = await tx.query<RunningReplay>(
    `select r.id, r.replayed, r.skipped,
       json_build_object('id', t.id, 'merchantId', t.merchant_id, 'mode', t.mode) as tenant
     from webhook_replays r join tenants t on t.id = r.tenant
     where r.status = 'running' and r.id = $1 for update of r skip locked`,
    [id],
  );
  return rows[0];
}

/** The next failed delivery of a bulk replay. `reason` says why it is skipped. */
export type ReplayCandidate = {
  id: string;
  eventId: string;
  subscriptionId: string;
  eventType: string;
  reference: string | null;
  reason: SkipReason | null;
};

/**
 * Takes the next failures of a bulk replay: for each subscription as many as its minute allows, counting sent, queued and
 * pending deliveries. Locks them, so that no other worker replays them. The items are deleted at their places: a join may take the next
 * ones again for each item of a replay that the statistics do not know yet (decision 0203).
 */
export async function takeCandidates(tx: Transaction, replay: string, pace: ReplayPace): Promise<ReplayCandidate[]> {
  const { rows } = await tx.query<ReplayCandidate>(
    `with queues as (
       select s.subscription_id, greatest(0, $3 - made.count - waiting.count) as room
       from (
         select w.id as subscription_id from webhook_replays r join webhook_subscriptions w on w.tenant = r.tenant
         where r.id = $1
           and exists (select from webhook_replay_items i where i.replay = $1 and i.subscription_id = w.id)
       ) s
       cross join lateral (
         select count(*) from webhook_targets t, unnest(t.made) m (at)
         where t.id = s.subscription_id and m.at > $2::bigint
       ) made
       cross join lateral (select count(*) from webhook_jobs j where j.target_id = s.subscription_id and j.gate = 0) waiting
     ), taken as (
       delete from webhook_replay_items where ctid = any (array(
         select next.place from queues q cross join lateral (
           select ctid as place from webhook_replay_items
           where replay = $1 and subscription_id = q.subscription_id order by delivery_id limit q.room
         ) next
       ))
       returning delivery_id
     )
     select d.id, d.event_id as "eventId", d.subscription_id as "subscriptionId", d.event_type as "eventType", d.reference,
       case
         when w.deleted_at is not null then 'subscription_deleted'
         when not w.active then 'subscription_inactive'
         when not exists (select from webhook_events e where e.id = d.event_id and e.tenant = d.tenant) then 'payload_expired'
         when exists (select from webhook_deliveries n where n.replay_of = d.id and n.tenant = d.tenant) then 'replayed_since'
       end as reason
     from webhook_deliveries d join webhook_subscriptions w on w.tenant = d.tenant and w.id = d.subscription_id
     where d.id in (select delivery_id from taken) order by d.id for update of d`,
    [replay, pace.since, pace.limit],
  );
  return rows;
}

/** Whether a bulk replay has no failures left. */
export async function isReplayEmpty(tx: Transaction, replay: string): Promise<boolean> {
  const { rows } = await tx.query("select from webhook_replay_items where replay = $1 limit 1", [replay]);
  return rows.length === 0;
}
