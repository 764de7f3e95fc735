-- What identity checks, phone codes and customer tokens need, and the messages that carry codes.

-- Opens the two calls of phone verification and nothing else.
create table customer_tokens (
  hash bytea primary key,
  tenant integer not null,
  customer_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (tenant, customer_id) references customers (tenant, id)
);
create index customer_tokens_by_end on customer_tokens (expires_at);

-- The last code that was sent to a customer's phone; it is good for that number only. `sent` counts since `first_sent_at`.
create table phone_codes (
  tenant integer not null,
  customer_id uuid not null,
  phone_number text not null,
  code_hash bytea not null,
  attempts smallint not null default 0 check (attempts between 0 and 5),
  sent smallint not null default 1,
  first_sent_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant, customer_id),
  foreign key (tenant, customer_id) references customers (tenant, id)
);

-- Mails and text messages on their way, written in the transaction of their cause. Addressee and text are sealed; what was
-- delivered is deleted, what was not loses its text. `due_at` of a claimed row is when another process may try.
create table messages (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  sealed bytea,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  good_until timestamptz not null,
  failed_at timestamptz,
  failure text,
  created_at timestamptz not null,
  check ((failed_at is null) = (sealed is not null))
);
create index messages_due on messages (due_at) where failed_at is null;

-- Where messages go in development: in clear, for two days.
create table development_outbox (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  "to" text not null,
  subject text,
  text text not null,
  created_at timestamptz not null
);
create index development_outbox_by_addressee on development_outbox ("to", created_at desc);
