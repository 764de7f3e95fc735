import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../db/migrate.ts";
import { type Database, inTransaction, onOutboxCommitted, openPool, wakeAfterCommit } from "../../db/pool.ts";
import { createWakeSignal } from "../../db/wake-signal.ts";
import type { Services } from "../../domain/context.ts";
import { retainWebhooks } from "../../domain/webhooks/deliveries/retain-webhooks.ts";
import { deliveryHeaders } from "../../domain/webhooks/deliveries/sign-payload.ts";
import { fanOutEvents } from "../../domain/webhooks/events/fan-out-events.ts";
import { systemIds } from "../../ids.ts";
import { createWebhookClient } from "../../providers/webhook-client/create-webhook-client.ts";
import { testServices } from "../context.ts";
import { startWorkerProcess, type WorkerProcess } from "../processes/worker-process.ts";

export type WebhookLoad = {
  /** Deletes all deliveries and subscribes each tenant's URLs to all events. */
  listen(urlsOf: (tenant: number) => readonly string[]): Promise<void>;
  /** Creates `each` customers in every tenant, each with an outbox record. Returns the number of customers. */
  commitEvents(each: number): Promise<number>;
  /** Commits events one by one, evenly over the tenants and from `connections` connections. Returns their number. */
  commitSteadily(perSecond: number, seconds: number, connections?: number): Promise<number>;
  /** Fans out the committed events in this process, so that a worker only has to send. */
  fanOut(): Promise<void>;
  startWorker(): WorkerProcess;
  /** The processes of PostgreSQL that work for the worker. */
  workerBackends(): Promise<number[]>;
  /** The mean length of the events' bodies since the start. */
  bodyBytes(): Promise<number>;
  /** Waits until every reachable endpoint has received all events since `listen`, or the time is over. */
  untilDelivered(withinSeconds: number): Promise<{ wanted: number; delivered: number }>;
  close(): Promise<void>;
};

const MOST_CONNECTIONS = 68;

/** Tenants with keys in an empty database at `url`, created with SQL, for delivery benches. */
export async function openWebhookLoad(url: string, options: { tenants: number }): Promise<WebhookLoad> {
  const db = openPool({ url, max: MOST_CONNECTIONS, applicationName: "webhook-load" });
  await migrate(db, { appliedAt: new Date() });
  const services = testServices({ pool: db, url }, { clock: { now: () => new Date() } });
  const tenants = await makeTenants(db, services, options.tenants);
  onOutboxCommitted(db, createWakeSignal(db).send);
  return {
    async listen(urlsOf) {
      await db.query(
        "truncate webhook_jobs, webhook_targets, webhook_deliveries, webhook_attempts, webhook_stat_deltas",
      );
      await db.query("update outbox set fanned_out_at = now() where fanned_out_at is null");
      await db.query("update webhook_subscriptions set deleted_at = now()");
      const rows = tenants.flatMap((tenant, index) => urlsOf(index).map((target) => ({ tenant, target })));
      await db.query(
        `insert into webhook_subscriptions (tenant, id, url, events, created_at, updated_at)
         select *, '{*}', now(), now() from unnest($1::int[], $2::uuid[], $3::text[])`,
        [rows.map((row) => row.tenant), rows.map(() => systemIds.next()), rows.map((row) => row.target)],
      );
      await db.query("vacuum analyze");
    },
    commitEvents: (each) => commitEvents(db, tenants, each),
    async commitSteadily(perSecond, seconds, connections = 1) {
      const startedAt = performance.now();
      let made = 0;
      async function call(): Promise<void> {
        while (performance.now() - startedAt < seconds * 1000) {
          const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
          while (made < due) {
            const tenant = tenants[made % tenants.length];
            made += 1;
            if (tenant !== undefined) await commitEvents(db, [tenant], 1);
          }
          await sleep(2);
        }
      }
      await Promise.all(Array.from({ length: connections }, call));
      return made;
    },
    async fanOut() {
      while ((await fanOutEvents(services)).records > 0);
    },
    startWorker: () => startWorkerProcess(url),
    async workerBackends() {
      const { rows } = await db.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and application_name <> 'webhook-load'",
      );
      return rows.map((row) => row.pid);
    },
    async bodyBytes() {
      const { rows } = await db.query<{ bytes: number }>(
        "select coalesce(avg(octet_length(body)), 0)::int as bytes from webhook_events",
      );
      return rows[0]?.bytes ?? 0;
    },
    async untilDelivered(withinSeconds) {
      const end = Date.now() + withinSeconds * 1000;
      // Polling takes CPU time from the measurement: poll rarely, and only the queue.
      while (Date.now() < end && (await isAnythingOpen(db))) await sleep(200);
      const { rows } = await db.query<{ wanted: number; delivered: number }>(
        `select count(*)::int as wanted, count(*) filter (where d.status = 'success')::int as delivered
         from webhook_deliveries d join webhook_subscriptions s on s.id = d.subscription_id where s.url not like '%/dead'`,
      );
      return rows[0] ?? { wanted: 1, delivered: 0 };
    },
    async close() {
      await services.committer.close();
      await db.end();
    },
  };
}

/**
 * Sends requests with the service's HTTP client only, from `callers` concurrent callers, with bodies of `bodyBytes` and the signatures of
 * `listen`'s subscriptions. Returns requests per second.
 */
export async function sendBare(
  urls: readonly string[],
  options: { callers: number; seconds: number; bodyBytes: number },
): Promise<number> {
  const client = createWebhookClient({ allowedCidrs: "127.0.0.0/8", own: [] });
  const bare = JSON.stringify({ event: "customer.created", data: { text: "" } });
  const body = bare.replace('""', `"${"x".repeat(Math.max(0, options.bodyBytes - bare.length))}"`);
  const endAt = performance.now() + options.seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: options.callers }, async (_, caller) => {
      for (let n = caller; performance.now() < endAt; n += options.callers) {
        const url = urls[n % urls.length] ?? "";
        const [eventId, deliveryId] = [systemIds.next(), systemIds.next()];
        const timestampSeconds = Math.floor(Date.now() / 1000);
        const signed = {
          key: "sk",
          previousKey: null,
          secrets: [],
          body,
          timestampSeconds,
          eventId,
          deliveryId,
          attempt: 1,
        };
        const outcome = await client.send({
          url,
          mode: "SANDBOX",
          body,
          headers: deliveryHeaders(signed),
          timeoutMs: 10_000,
        });
        if (outcome.kind === "answered") done += 1;
      }
    }),
  );
  await client.close();
  return done / options.seconds;
}

/** Whether outbox records, or deliveries to endpoints that answer, are pending. */
async function isAnythingOpen(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>(
    `select exists (select from outbox where fanned_out_at is null) or exists (
       select from webhook_jobs j join webhook_subscriptions s on s.id = j.target_id where s.url not like '%/dead'
     ) as open`,
  );
  return rows[0]?.open ?? true;
}

async function makeTenants(db: Database, services: Services, count: number): Promise<number[]> {
  // Create today's partitions now: a worker that creates them during the measurement would move rows while they are counted.
  await retainWebhooks(services);
  const { rows } = await db.query<{ id: number }>(
    `with made as (
       insert into merchants (id, slug, email, phone_number, business_name, business_type, created_at, updated_at)
       select gen_random_uuid(), 'load-' || n, 'load@test.example', '+2348000000000', 'Load ' || n, 'RETAIL', now(), now()
       from generate_series(1, $1::int) n returning id
     )
     insert into tenants (merchant_id, mode) select id, 'SANDBOX' from made returning id`,
    [count],
  );
  const ids = rows.map((row) => row.id);
  await db.query("insert into tenant_settings (tenant, updated_at) select unnest($1::int[]), now()", [ids]);
  // A sealed key opens only in the row that it was sealed for.
  const keys = ids.map(() => systemIds.next());
  const sealed = keys.map((id) =>
    services.providers.secrets.seal(`key of ${id}`, "merchant_keys.private_key_sealed", id),
  );
  await db.query(
    `insert into merchant_keys (id, tenant, public_key, private_key_hash, private_key_sealed, created_at)
     select id, t, 'pk-' || t, sha256(t::text::bytea), sealed, now()
     from unnest($1::int[], $2::uuid[], $3::bytea[]) as k (t, id, sealed)`,
    [ids, keys, sealed],
  );
  return ids;
}

async function commitEvents(db: Database, tenants: readonly number[], each: number): Promise<number> {
  await inTransaction(db, async (tx) => {
    await tx.query({ name: "commit-events", text: customersSql, values: [tenants, each, new Date()] });
    wakeAfterCommit(tx);
  });
  return tenants.length * each;
}

const customersSql = `
with made as materialized (
  select t as tenant, gen_random_uuid() as customer, nextval('account_ids') as account
  from unnest($1::int[]) t cross join generate_series(1, $2::int)
), opened as (
  insert into accounts (tenant, id, kind, tier) select tenant, account, 'wallet', 3 from made
), known as (
  insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
  select tenant, customer, 'Customer', account::text, account || '@test.example', '+234' || (7000000000 + account),
    '1990-05-16', $3, $3 from made
), given as (
  insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
  select tenant, gen_random_uuid(), account, customer, (1000000000 + account)::text, 'Customer ' || account, '', $3, $3
  from made
)
insert into outbox (tenant, kind, object_id, at) select tenant, 'customer.created', customer, $3 from made`;
