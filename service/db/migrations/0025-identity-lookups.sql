-- Calls of a real identity registry per tenant and Lagos day, for the daily quota and the enumeration alarm.
create table identity_lookups (
  tenant int not null references tenants,
  day date not null,
  lookups int not null check (lookups > 0),
  -- When many look-ups led to few customers for the first time on this day.
  suspected_at timestamptz,
  primary key (tenant, day)
);

alter table tenant_settings add column identity_daily_quota int not null default 2000 check (identity_daily_quota >= 0);

-- Messages to customers of a sandbox tenant: they never leave through a real provider.
alter table messages add column is_sandbox boolean not null default false;

-- Text messages per hour, by merchant, number and number prefix. Numbers are kept as keyed hashes.
create table sms_counts (
  counted_by text not null check (counted_by in ('tenant', 'number', 'prefix')),
  key bytea not null,
  hour timestamptz not null,
  sent int not null check (sent > 0),
  primary key (hour, counted_by, key)
);
