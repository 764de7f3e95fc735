-- Bank transfers that arrived for our account numbers. Rails 5. The ID is that of the transaction that booked the arrival.
create table bank_credits (
  tenant integer not null references tenants (id),
  id uuid not null,
  rail text not null,
  session_id text not null,
  state text not null check (state in ('credited', 'suspended', 'returned')),
  -- Why it was suspended when it arrived; stays when it is resolved.
  reason text check (reason in ('post_no_credit', 'wallet_frozen', 'max_balance_exceeded', 'settlement')),
  -- Null for money that was booked from a settlement file.
  account_number text check (account_number ~ '^[0-9]{10}$'),
  wallet_id uuid,
  stripe smallint not null,
  amount bigint not null check (amount > 0),
  sender_name text not null,
  sender_bank_code text not null,
  sender_bank_name text not null,
  sender_account_number text not null,
  narration text not null,
  reference text not null,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  -- The last resolution; bank_credit_resolutions has them all.
  resolutions integer not null default 0,
  resolved_at timestamptz,
  resolved_by_name text,
  resolution text,
  -- The transaction that credited the wallet later, or the payout that returns the money.
  credited_by uuid,
  payout uuid,
  primary key (tenant, id),
  unique (rail, session_id),
  check (state <> 'suspended' or reason is not null)
);
create index bank_credits_newest on bank_credits (tenant, received_at desc, id desc);
create index bank_credits_by_state on bank_credits (tenant, state, received_at desc, id desc);
create index bank_credits_by_wallet on bank_credits (tenant, wallet_id, received_at desc, id desc);

-- Two resolutions at the same moment have the same number, so only one of them commits.
create table bank_credit_resolutions (
  tenant integer not null,
  credit uuid not null,
  n integer not null check (n > 0),
  kind text not null check (kind in ('credit', 'return')),
  actor text not null,
  actor_name text not null,
  reason text,
  at timestamptz not null,
  primary key (tenant, credit, n),
  foreign key (tenant, credit) references bank_credits (tenant, id)
);
create trigger bank_credit_resolutions_append_only before update or delete or truncate on bank_credit_resolutions
  for each statement execute function refuse_change();

-- Transfers for numbers that are no account of ours: never booked, because the bank keeps the money for its sender. Decision 0103.
create table refused_bank_credits (
  rail text not null,
  session_id text not null,
  account_number text not null,
  amount bigint not null,
  sender_name text not null,
  sender_bank_code text not null,
  sender_account_number text not null,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  primary key (rail, session_id)
);
