import type { LedgerHarness } from "../../service/testing/ledger/ledger-harness.ts";

/** Search targets in the loaded history. */
export type LoadedDeliveries = {
  subscription: string;
  /** The subscription whose deliveries fail. */
  failing: string;
  delivery: string;
  event: string;
  reference: string;
  oldDay: string;
};

const DAYS = 30;
const SUBSCRIPTIONS = 5;

/**
 * Writes `count` events directly, each with a delivery to one of five subscriptions and one to a callback, over 30
 * daily partitions: 2 % failed, all of one subscription and a quarter of them by timeout, 20 retrying. Fills only the
 * columns that lists read.
 */
export async function loadDeliveries(
  db: LedgerHarness["pool"],
  tenant: number,
  count: number,
): Promise<LoadedDeliveries> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set synchronous_commit = off");
    for (const statement of [partitions, subscriptions, ids, events, deliveries, jobs, callbacks, attempts]) {
      await client.query(statement.replaceAll(":tenant", String(tenant)).replaceAll(":count", String(count)));
    }
    await client.query("vacuum analyze");
    const { rows } = await client.query<LoadedDeliveries>(
      `select subscription_id as subscription, id as delivery, event_id as event, reference,
         to_char(created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as "oldDay",
         (select subscription_id from webhook_deliveries where tenant = $1 and status = 'failed' limit 1) as failing
       from webhook_deliveries where tenant = $1 and kind = 'subscription' order by id offset $2 limit 1`,
      [tenant, Math.floor(count / 10)],
    );
    if (!rows[0]) throw new Error("nothing was loaded");
    return rows[0];
  } finally {
    client.release(true);
  }
}

const at = `date_trunc('day', now()) - interval '${DAYS} days' + :n * (interval '${DAYS} days' / :count)`;
const uuidOf = (n: string, last: string) =>
  `(encode(substring(int8send((extract(epoch from x.at) * 1000)::bigint) from 3), 'hex') || '7' || lpad(to_hex(${n} % 4096), 3, '0')
    || '8' || lpad(to_hex(${n}), 14, '0') || '${last}')::uuid`;

const partitions = `
do $$ declare day date; name text; first text; last text; begin
  for n in 0..${DAYS} loop
    day := current_date - ${DAYS} + n;
    first := encode(substring(int8send((extract(epoch from day::timestamptz) * 1000)::bigint) from 3), 'hex') || '00000000000000000000';
    last := encode(substring(int8send((extract(epoch from (day + 1)::timestamptz) * 1000)::bigint) from 3), 'hex') || '00000000000000000000';
    foreach name in array array['webhook_events', 'webhook_deliveries', 'webhook_attempts'] loop
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        name || '_load_' || to_char(day, 'YYYYMMDD'), name, first::uuid, last::uuid);
    end loop;
  end loop;
end $$`;

const subscriptions = `
insert into webhook_subscriptions (tenant, id, url, events, created_at, updated_at)
select :tenant, gen_random_uuid(), 'https://receiver.example/' || i, '{*}', now(), now() from generate_series(1, ${SUBSCRIPTIONS}) i`;

const ids = `
create unlogged table load_rows as
select x.n, x.at, s.id as subscription, ${uuidOf("x.n", "e")} as event, ${uuidOf("x.n", "d")} as delivery, ${uuidOf("x.n", "c")} as callback,
  (array['wallet.credit', 'wallet.debit', 'transaction.success', 'customer.created'])[1 + x.n % 4] as type
from (select n, ${at.replace(":n", "n")} as at from generate_series(1, :count) n) x
join (select id, row_number() over (order by id) as i from webhook_subscriptions where tenant = :tenant) s
  on s.i = 1 + x.n % ${SUBSCRIPTIONS}`;

const events = `
insert into webhook_events (tenant, id, type, reference, body, webhook_mode, fanout, at)
select :tenant, event, type, 'REF-' || lpad(n::text, 12, '0'),
  json_build_object('event', type, 'data', json_build_object('reference', 'REF-' || lpad(n::text, 12, '0'), 'amount', n,
    'description', repeat('x', 400)))::text, 'BOTH', '[]', at
from load_rows order by event`;

const deliveries = `
insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, reference, status, attempts, http_status,
  response_ms, response, error_code, error_message, next_retry_at, last_attempt_at, delivered_at, created_at)
select :tenant, delivery, event, 'subscription', subscription, type, 'REF-' || lpad(n::text, 12, '0'), status, 1,
  case status when 'success' then 200 else 500 end, 20, 'ok', reason, reason,
  case status when 'retrying' then now() + interval '1 day' end, at, case status when 'success' then at end, at
from (
  select *, case when n > :count - 20 then 'retrying' when n % 50 = 0 then 'failed' else 'success' end as status,
    case when n % 200 = 0 then 'timeout' when n % 50 = 0 or n > :count - 20 then 'http_error' end as reason
  from load_rows
) r order by delivery`;

const jobs = `
insert into webhook_jobs (delivery_id, tenant, target_id, event_id, due_at, attempt, gate, made_at)
select delivery, :tenant, subscription, event, now() + interval '1 day', 2, 2, at from load_rows where n > :count - 20`;

const callbacks = `
insert into webhook_deliveries (tenant, id, event_id, kind, event_type, status, attempts, delivered_at, created_at)
select :tenant, callback, event, 'callback', type, 'success', 1, at, at from load_rows order by callback`;

const attempts = `
insert into webhook_attempts (tenant, delivery_id, n, started_at, duration_ms, url, key_version, request_headers, http_status)
select :tenant, delivery, 1, at, 20, 'https://receiver.example/', 1, '{}', 200 from load_rows where n % 10 = 0;
drop table load_rows`;
