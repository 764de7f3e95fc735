-- Events, deliveries, attempts and jobs of the delivery engine. The first three are history, partitioned by day on their UUIDv7:
-- a look-up by ID reads one partition, and retention drops one. What no partition covers yet lies in the default one.

-- The fan-out marks the causes that it has turned into events; nothing else of them ever changes.
alter table outbox add column fanned_out_at timestamptz;
create index outbox_waiting on outbox (id) where fanned_out_at is null;
alter table outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
drop trigger outbox_append_only on outbox;
create trigger outbox_append_only before update on outbox for each row
  when (old.fanned_out_at is not null or new.fanned_out_at is null
    or (old.id, old.tenant, old.journal, old.kind, old.object_id, old.at)
      is distinct from (new.id, new.tenant, new.journal, new.kind, new.object_id, new.at))
  execute function refuse_change();
create trigger outbox_fanned_out_first before delete on outbox for each row
  when (old.fanned_out_at is null) execute function refuse_change();

-- `body` is what is sent, byte for byte. `fanout` names every target that was considered, with the reason where it got none.
create table webhook_events (
  tenant integer not null,
  id uuid primary key,
  type text not null,
  reference text,
  body text not null,
  webhook_mode text not null check (webhook_mode in ('LEGACY', 'SUBSCRIPTIONS', 'BOTH')),
  fanout jsonb not null,
  at timestamptz not null
) partition by range (id);
create index webhook_events_newest on webhook_events (tenant, id);
create index webhook_events_reference on webhook_events (tenant, reference) where reference is not null;
create table webhook_events_default partition of webhook_events default;
create trigger webhook_events_append_only before update or delete or truncate on webhook_events
  for each statement execute function refuse_change();

-- `subscription_id` is null exactly for callbacks. `response` is the beginning of the last answer, for lists.
create table webhook_deliveries (
  tenant integer not null,
  id uuid primary key,
  event_id uuid not null,
  kind text not null check (kind in ('subscription', 'callback')),
  subscription_id uuid,
  event_type text not null,
  reference text,
  status text not null check (status in ('pending', 'retrying', 'success', 'failed')),
  attempts smallint not null default 0,
  http_status smallint,
  response_ms integer,
  response text,
  error_code text,
  error_message text,
  next_retry_at timestamptz,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  replay_of uuid,
  is_test boolean not null default false,
  created_at timestamptz not null,
  check ((kind = 'subscription') = (subscription_id is not null)),
  check ((status = 'success') = (delivered_at is not null))
) partition by range (id);
create index webhook_deliveries_newest on webhook_deliveries (tenant, id);
create index webhook_deliveries_by_status on webhook_deliveries (tenant, status, id);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_replays on webhook_deliveries (replay_of) where replay_of is not null;
create table webhook_deliveries_default partition of webhook_deliveries default;

create table webhook_attempts (
  tenant integer not null,
  delivery_id uuid not null,
  n smallint not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  remote_address text,
  key_version integer not null,
  request_headers jsonb not null,
  http_status smallint,
  response_headers jsonb,
  response_body text,
  response_bytes integer,
  truncated boolean not null default false,
  repaired boolean not null default false,
  error_code text,
  primary key (delivery_id, n)
) partition by range (delivery_id);
create table webhook_attempts_default partition of webhook_attempts default;

-- One row while a delivery is open; narrow, for it is what workers fight over. `target_id` is the subscription, null for callbacks.
-- `gate`: 0 new, 1 counted as made, 2 admitted to be sent (and never counted again). A lease that is over is simply due again.
create table webhook_jobs (
  delivery_id uuid primary key,
  tenant integer not null,
  target_id uuid,
  event_id uuid not null,
  due_at timestamptz not null,
  attempt smallint not null default 1,
  gate smallint not null default 0 check (gate between 0 and 2),
  lease uuid,
  claims smallint not null default 0,
  replay_of uuid unique,
  made_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);
create index webhook_jobs_due on webhook_jobs (due_at);

-- The limiter's two windows per subscription: when deliveries were made, and when first attempts were sent (ms since 1970).
create table webhook_targets (
  id uuid primary key,
  tenant integer not null,
  made bigint[] not null default '{}',
  sent bigint[] not null default '{}'
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);

-- What sends came to, added up every few seconds into the hours that charts read. `error_code` is '' for successes;
-- `failing_from` is when the oldest delivery that used up its attempts was made.
create table webhook_stat_deltas (
  id bigint generated always as identity primary key,
  tenant integer not null,
  subscription_id uuid not null,
  at timestamptz not null,
  failing_from timestamptz,
  error_code text not null default '',
  success integer not null default 0,
  failed integer not null default 0,
  retried integer not null default 0,
  answers integer not null default 0,
  total_ms bigint not null default 0,
  max_ms integer not null default 0
);
create table webhook_hours (
  tenant integer not null,
  subscription_id uuid not null,
  hour timestamptz not null,
  error_code text not null default '',
  success integer not null default 0,
  failed integer not null default 0,
  retried integer not null default 0,
  answers integer not null default 0,
  total_ms bigint not null default 0,
  max_ms integer not null default 0,
  primary key (tenant, subscription_id, hour, error_code)
) with (fillfactor = 70);
