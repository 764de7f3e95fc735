-- The books of the sandbox issuer and its card network: a schema of its own, which the wallet service cannot read. Run at each start.
-- Numbers and CVVs of test cards are only here. Cards 1.

-- A role that owns the schema need not be allowed to create one.
do $$ begin
  if to_regnamespace('sandbox_issuer') is null then create schema sandbox_issuer; end if;
end $$;

create table if not exists sandbox_issuer.holders (
  id text primary key,
  reference text not null unique,
  facts jsonb not null,
  created_at timestamptz not null
);

-- One card for each reference, however often it was ordered. A damaged card and its replacement have the same number.
create table if not exists sandbox_issuer.cards (
  id text primary key,
  reference text not null unique,
  holder text not null references sandbox_issuer.holders,
  type text not null check (type in ('VIRTUAL', 'PHYSICAL')),
  currency text not null,
  name text not null,
  number text not null check (number ~ '^\d{16}$'),
  cvv text not null check (cvv ~ '^\d{3}$'),
  expiry_month integer not null,
  expiry_year integer not null,
  status text not null check (status in ('in_production', 'shipped', 'delivered', 'active', 'closed')),
  locked_by_program boolean not null default false,
  locked_by_issuer boolean not null default false,
  controls jsonb,
  replaces text references sandbox_issuer.cards,
  keeps_number boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null
);

-- Opens the page with a card's number once, for a minute of the real clock.
create table if not exists sandbox_issuer.reveal_tokens (
  hash bytea primary key,
  card text not null references sandbox_issuer.cards,
  embedder text,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- "asked" until the service has answered; "void" when it did not in time. Kobo.
create table if not exists sandbox_issuer.authorizations (
  id text primary key,
  card text not null references sandbox_issuer.cards,
  status text not null check (status in ('asked', 'approved', 'declined', 'void', 'cleared', 'reversed', 'expired')),
  code text,
  authorized bigint not null check (authorized >= 0),
  cleared bigint not null default 0 check (cleared >= 0),
  facts jsonb not null,
  -- The real time: the answer may take two seconds of it.
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
create index if not exists authorizations_asked on sandbox_issuer.authorizations (asked_at) where status = 'asked';
create index if not exists authorizations_open on sandbox_issuer.authorizations (expires_at) where status = 'approved';

-- What the issuer reports, kept until it is acknowledged.
create table if not exists sandbox_issuer.events (
  id bigint generated always as identity primary key,
  event_id text not null unique,
  card text not null references sandbox_issuer.cards,
  body text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  delivered_at timestamptz
);
create index if not exists events_due on sandbox_issuer.events (due_at) where delivered_at is null;

-- Double entries between our program and the shops. The key makes a second booking of an event impossible. Kobo.
create table if not exists sandbox_issuer.entries (
  event_id text not null references sandbox_issuer.events (event_id),
  kind text not null check (kind in ('clear', 'refund')),
  account text not null check (account in ('program', 'shops')),
  authorization_id text,
  card text not null references sandbox_issuer.cards,
  amount bigint not null,
  at timestamptz not null,
  primary key (event_id, account)
);
create index if not exists entries_by_time on sandbox_issuer.entries (at, event_id);
