-- Passkeys (WebAuthn). `rp_id` is the domain that a passkey belongs to: it works at no other one. `counter` is the authenticator's own
-- count of uses; it stays 0 for passkeys that are synced between devices.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  rp_id text not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_synced boolean not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A challenge is deleted when it is used. Without a user: for a sign-in, when nobody is known yet.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'add', 'step_up')),
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  check ((user_id is null) = (purpose = 'sign_in'))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Failed sign-ins as the account's owner sees them. `login_failures` counts attempts and forgets them after a success.
create table failed_sign_ins (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null,
  reason text not null check (reason in ('password', 'code', 'passkey', 'passkey_copied')),
  address text,
  user_agent text
);
create index failed_sign_ins_user on failed_sign_ins (user_id, at desc);
create index failed_sign_ins_at on failed_sign_ins (at);
