-- The books of the sandbox bank: a schema of its own, which the wallet service cannot read. Run at each start. Rails 7.

-- A role that owns the schema need not be allowed to create one.
do $$ begin
  if to_regnamespace('sandbox_bank') is null then create schema sandbox_bank; end if;
end $$;

-- The bank's clock is the real time plus this offset, which only grows.
create table if not exists sandbox_bank.clock (
  is_only boolean primary key default true check (is_only),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into sandbox_bank.clock default values on conflict do nothing;

-- Every payout received ("out") and every transfer sent to us ("in"). code: what a query about it answers.
create table if not exists sandbox_bank.transfers (
  session_id text primary key check (session_id ~ '^\d{30}$'),
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed', 'reversed', 'refused')),
  code text not null,
  queries integer not null default 0,
  bank_code text not null,
  account_number text not null,
  account_name text not null,
  narration text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index if not exists transfers_changed on sandbox_bank.transfers (changed_at, session_id);

-- Double entries between the merchant's float and all other banks. The key makes a second credit of a session impossible.
create table if not exists sandbox_bank.entries (
  session_id text not null references sandbox_bank.transfers,
  kind text not null check (kind in ('credit', 'return')),
  account text not null check (account in ('float', 'other_banks')),
  amount bigint not null check (amount <> 0),
  at timestamptz not null,
  primary key (session_id, kind, account)
);

-- What will happen to a transfer at a time of the bank's clock, and the callback that reports it.
create table if not exists sandbox_bank.effects (
  session_id text primary key references sandbox_bank.transfers,
  kind text not null check (kind in ('credit', 'fail', 'return')),
  due_at timestamptz not null,
  callback text
);
create index if not exists effects_due on sandbox_bank.effects (due_at);

-- Signed requests to the service, kept until they are answered 2xx.
create table if not exists sandbox_bank.callbacks (
  id bigint generated always as identity primary key,
  session_id text not null references sandbox_bank.transfers,
  body text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  delivered_at timestamptz
);
create index if not exists callbacks_due on sandbox_bank.callbacks (due_at) where delivered_at is null;

-- Accounts for which the float was empty, and until when.
create table if not exists sandbox_bank.float_pauses (
  account_number text primary key,
  until timestamptz not null
);
