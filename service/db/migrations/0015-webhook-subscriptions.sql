-- Who listens to what. A subscription is never removed, only marked: its deliveries stay listable by it. Mode and callback URL
-- of a tenant are in tenant_settings.
create table webhook_subscriptions (
  tenant integer not null references tenants,
  id uuid not null unique,
  url text not null check (length(url) between 1 and 2048),
  events text[] not null check (cardinality(events) > 0),
  description text,
  active boolean not null default true,
  -- Kept by the job that folds the counters: since when every attempt has failed, and how the last one did.
  failing_since timestamptz,
  last_error_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant, id)
);
create index webhook_subscriptions_live on webhook_subscriptions (tenant, id desc) where deleted_at is null;

create function refuse_new_url() returns trigger language plpgsql as $$
begin
  raise exception 'the URL of subscription % cannot change', old.id using errcode = 'restrict_violation';
end $$;
create trigger webhook_subscriptions_keep_their_url before update on webhook_subscriptions
  for each row when (old.url <> new.url) execute function refuse_new_url();
create trigger webhook_subscriptions_never_deleted before delete or truncate on webhook_subscriptions
  for each statement execute function refuse_change();

-- When test calls were made, of the last minute: they are limited per merchant.
alter table merchants add column webhook_tests timestamptz[] not null default '{}';

-- A bulk replay and how far it is. `skipped` counts by reason what it left out.
create table webhook_replays (
  tenant integer not null references tenants,
  id uuid not null unique,
  status text not null default 'running' check (status in ('running', 'completed', 'cancelled', 'failed')),
  total integer not null check (total >= 0),
  replayed integer not null default 0 check (replayed >= 0),
  skipped jsonb not null default '{}'::jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant, id),
  check ((status = 'running') = (finished_at is null))
);
create unique index webhook_replays_one_running on webhook_replays (tenant) where status = 'running';

-- The failed deliveries that a bulk replay has before it. Each subscription's are taken at its own pace, and each is deleted with
-- the replay that is made of it: what is left after a crash is what is left to do.
create table webhook_replay_items (
  replay uuid not null,
  subscription_id uuid not null,
  delivery_id uuid not null,
  primary key (replay, subscription_id, delivery_id)
);

-- Lists show subscriptions' deliveries only: callbacks cost these indexes nothing and stand in no list's way.
drop index webhook_deliveries_newest;
drop index webhook_deliveries_by_status;
create index webhook_deliveries_newest on webhook_deliveries (tenant, id) where kind = 'subscription';
create index webhook_deliveries_by_status on webhook_deliveries (tenant, status, id) where kind = 'subscription';
create index webhook_deliveries_by_subscription on webhook_deliveries (tenant, subscription_id, id)
  where kind = 'subscription';
create index webhook_deliveries_by_type on webhook_deliveries (tenant, event_type, id) where kind = 'subscription';
-- What goes well stands in neither of these.
create index webhook_deliveries_by_reason on webhook_deliveries (tenant, error_code, id)
  where kind = 'subscription' and error_code is not null;
create index webhook_deliveries_tests on webhook_deliveries (tenant, id) where kind = 'subscription' and is_test;
