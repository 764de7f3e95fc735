-- Restricted keys: several named keys per tenant beside the pair, with chosen permissions, addresses and an end. Decision 0087.
-- The key itself is shown once and kept as a hash only; it signs nothing.
create table restricted_keys (
  id uuid primary key,
  tenant integer not null references tenants,
  name text not null check (length(name) between 1 and 60),
  key_hash bytea not null unique,
  -- The last characters of the key, by which people recognise it.
  ending text not null check (length(ending) = 4),
  permissions text[] not null check (cardinality(permissions) > 0),
  -- Addresses and CIDR ranges that may use the key; empty means any.
  allowed_addresses text[] not null default '{}',
  created_by uuid not null references members,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Set when the key is revoked or rolled.
  stops_at timestamptz,
  last_used_at timestamptz,
  last_used_address text,
  last_refused_at timestamptz,
  last_refused_address text
);
create index restricted_keys_tenant on restricted_keys (tenant, id desc);

-- Hours are counted for both kinds of key. `refused` counts calls from addresses that may not use the key.
alter table key_call_hours drop constraint key_call_hours_key_id_fkey;
alter table key_call_hours add column refused bigint not null default 0;
