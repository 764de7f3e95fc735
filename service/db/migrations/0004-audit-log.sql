-- Who did what to what, from where, before and after, and why. Append-only.
create table audit_log (
  tenant integer not null references tenants,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'key', 'customer', 'job', 'platform')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  address text,
  request_id text not null,
  primary key (tenant, id)
);
create index audit_log_object on audit_log (tenant, object_kind, object_id, at desc, id desc);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
