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

-- A bulk replay and how far it is. It walks the failed deliveries of its filter from old to new, up to its own ID, so that
-- what fails again is not taken again.
create table webhook_replays (
  tenant integer not null references tenants,
  id uuid not null unique,
  status text not null default 'running' check (status in ('running', 'completed', 'cancelled', 'failed')),
  filter jsonb not null,
  total integer not null check (total >= 0),
  replayed integer not null default 0 check (replayed >= 0),
  skipped jsonb not null default '{}'::jsonb,
  -- The last delivery that was looked at.
  reached uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant, id),
  check ((status = 'running') = (finished_at is null))
);
create unique index webhook_replays_one_running on webhook_replays (tenant) where status = 'running';
