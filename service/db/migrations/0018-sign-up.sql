-- Signing up, being invited, forgetting a password, and the second factor.

-- What somebody said who wants an account: one row per attempt, each with a code of its own, so that nobody can put their password
-- behind another's code. The person and the books come into being when the code comes back.
create table registrations (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  business_name text not null,
  business_type text not null,
  code_hash bytea not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index registrations_email on registrations (email, created_at desc);

-- Single use, kept hashed; a new one replaces the one before.
create table password_resets (
  user_id uuid primary key references users on delete cascade,
  code_hash bytea not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- Authenticator apps (RFC 6238). `last_step` is the last period whose code was taken: none works twice.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  secret_sealed bytea not null,
  last_step bigint not null default 0,
  enabled_at timestamptz,
  created_at timestamptz not null
);
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table tenant_settings add column require_two_factor boolean not null default false;
