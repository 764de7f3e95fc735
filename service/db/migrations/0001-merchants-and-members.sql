-- Merchants, their two tenants (one set of books per merchant and mode), and who may act for them.

create table merchants (
  id uuid primary key,
  slug text not null unique,
  email text not null,
  phone_number text not null,
  business_name text not null,
  business_type text not null,
  mode text not null default 'SANDBOX' check (mode in ('SANDBOX', 'PRODUCTION')),
  review text not null default 'PENDING' check (review in ('PENDING', 'ENABLED', 'DISABLED')),
  can_login boolean not null default true,
  send_email boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table tenants (
  id integer generated always as identity primary key,
  merchant_id uuid not null references merchants,
  mode text not null check (mode in ('SANDBOX', 'PRODUCTION')),
  unique (merchant_id, mode)
);

-- Fees, limits and flags are rows per merchant and mode (api 4, 6). Money is kobo.
create table tenant_settings (
  tenant integer primary key references tenants,
  transfer_base_fee bigint not null default 1000 check (transfer_base_fee >= 0),
  transfer_merchant_fee bigint not null default 0 check (transfer_merchant_fee >= 0),
  batch_item_fee bigint not null default 0 check (batch_item_fee >= 0),
  wallet_creation_fee bigint not null default 0 check (wallet_creation_fee >= 0),
  merchant_daily_limit bigint check (merchant_daily_limit > 0),
  can_debit_customer boolean not null default false,
  internal_transfers boolean not null default true,
  require_pin_for_debit boolean not null default false,
  webhook_mode text not null default 'BOTH' check (webhook_mode in ('LEGACY', 'SUBSCRIPTIONS', 'BOTH')),
  callback_url text,
  updated_at timestamptz not null
);

create table tier_rules (
  tenant integer not null references tenants,
  tier smallint not null check (tier between 1 and 3),
  daily_limit bigint check (daily_limit >= 0),
  single_limit bigint check (single_limit >= 0),
  min_balance bigint not null default 0 check (min_balance >= 0),
  max_balance bigint check (max_balance >= 0),
  primary key (tenant, tier)
);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone_number text,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Built-in roles belong to no merchant and keep their permissions in contract/permissions.ts.
create table roles (
  id uuid primary key,
  merchant_id uuid references merchants,
  name text not null,
  permissions text[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (merchant_id, name),
  check ((merchant_id is null) = (permissions is null))
);

insert into roles (id, merchant_id, name, permissions, created_at, updated_at) values
  ('01900000-0000-7000-8000-000000000001', null, 'MainMerchant', null, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('01900000-0000-7000-8000-000000000002', null, 'Admin', null, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('01900000-0000-7000-8000-000000000003', null, 'Operator', null, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('01900000-0000-7000-8000-000000000004', null, 'Support', null, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');

create table members (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  role_id uuid not null references roles,
  approval_limit bigint check (approval_limit >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  unique (merchant_id, user_id)
);
create index members_user on members (user_id);

-- A session is one sign-in: a family of access and refresh tokens that is revoked as one (api 2).
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  member_id uuid not null references members,
  merchant_id uuid not null references merchants,
  channel text not null check (channel in ('dashboard', 'api')),
  address text,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text
);
create index sessions_member on sessions (member_id) where revoked_at is null;

-- Tokens are kept as SHA-256 only. `successor_sealed` is the next pair, sealed under a key derived from the
-- rotated refresh token itself: only who still holds that token can be answered with it, for 60 s.
create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  successor_sealed bytea
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expiry on session_tokens (expires_at);

create table login_failures (
  email_hash bytea not null,
  address text not null,
  at timestamptz not null
);
create index login_failures_recent on login_failures (email_hash, address, at);

-- The private key signs webhooks, so it is readable: sealed with AES-256-GCM under a versioned key (api 2).
create table merchant_keys (
  id uuid primary key,
  tenant integer not null references tenants,
  public_key text not null unique,
  private_key_hash bytea not null unique,
  private_key_sealed bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  stops_at timestamptz
);
create index merchant_keys_tenant on merchant_keys (tenant, created_at desc);
