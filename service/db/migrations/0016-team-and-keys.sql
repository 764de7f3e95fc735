-- Invitations to a team, and what rotation and use of keys leave behind.

-- The code is kept hashed; whoever holds the e-mail holds the code.
create table invitations (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  email text not null check (email = lower(email)),
  role_id uuid not null references roles,
  approval_limit bigint check (approval_limit >= 0),
  code_hash bytea not null unique,
  expires_at timestamptz not null,
  invited_by uuid references members,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index invitations_merchant on invitations (merchant_id, id desc) where withdrawn_at is null;
create unique index invitations_open on invitations (merchant_id, email) where accepted_at is null and withdrawn_at is null;

-- Calls per key and hour, added up by each process every few seconds: the warning before a mode switch reads a day of it.
create table key_call_hours (
  key_id uuid not null references merchant_keys,
  hour timestamptz not null,
  calls bigint not null,
  primary key (key_id, hour)
);

-- A removed role stays for the members who had it; its name is free again.
alter table roles add column removed_at timestamptz;
alter table roles drop constraint roles_merchant_id_name_key;
create unique index roles_name on roles (merchant_id, lower(name)) nulls not distinct where removed_at is null;

create index sessions_user on sessions (user_id) where revoked_at is null;
