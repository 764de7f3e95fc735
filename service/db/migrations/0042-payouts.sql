-- Money to and from banks. Rails 3, 4.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in ('wallet', 'merchant', 'platform_fee', 'merchant_fee',
  'funding', 'wallet_fee', 'payout_hold', 'payout_review', 'bank_float', 'vat_payable', 'duty_payable', 'inbound_suspense',
  'receivable')) not valid;
alter table accounts validate constraint accounts_kind_check;

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout'));

-- The banks of each rail, refreshed daily.
create table rail_banks (
  rail text not null,
  code text not null check (code ~ '^[0-9]{6}$'),
  name text not null,
  cbn_code text,
  category text,
  refreshed_at timestamptz not null,
  primary key (rail, code)
);

-- Fees of payouts by amount. A tenant without rows has the defaults. The row without up_to is for larger amounts.
create table payout_fees (
  tenant integer not null references tenants (id),
  up_to bigint check (up_to > 0),
  fee bigint not null check (fee >= 0),
  unique nulls not distinct (tenant, up_to)
);

-- One payment to a bank account. Its ID is the ID of the transaction that holds the money.
create table payouts (
  tenant integer not null references tenants (id),
  id uuid not null,
  reference text not null,
  state text not null check (state in ('held', 'submitting', 'processing', 'unknown', 'succeeded', 'failed', 'in_review',
    'reversed', 'cancelled')),
  -- The account that pays, and the stripe of all rail accounts that this payout uses.
  source bigint not null,
  stripe smallint not null,
  customer_id uuid,
  wallet_id uuid not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  vat bigint not null check (vat >= 0),
  duty bigint not null check (duty >= 0),
  bank_code text not null,
  bank_name text not null,
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  account_name text not null,
  name_match text not null check (name_match in ('FULL', 'PARTIAL', 'BANK')),
  narration text not null,
  note text,
  metadata jsonb,
  batch uuid,
  -- The suspended bank credit that this payout sends back, if it is one.
  returns uuid,
  actor text not null,
  actor_name text not null,
  -- Why it stands where it does: the bank's code, and a sentence for people.
  code text,
  reason text,
  -- The number of changes of state; orders its events.
  changes integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant, id),
  unique (tenant, reference)
);
create index payouts_newest on payouts (tenant, created_at desc, id desc);
create index payouts_by_state on payouts (tenant, state, created_at desc, id desc);
create index payouts_by_wallet on payouts (tenant, wallet_id, created_at desc, id desc);
create index payouts_by_account on payouts (tenant, bank_code, account_number, created_at desc);
create index payouts_by_batch on payouts (tenant, batch, id) where batch is not null;
create index payouts_open on payouts (created_at) where ended_at is null;

-- One sending over one rail. It exists with its session ID before the first byte is sent. Rails 3.
create table payout_attempts (
  tenant integer not null,
  payout uuid not null,
  n smallint not null check (n > 0),
  session_id text not null unique check (session_id ~ '^[0-9]{30}$'),
  rail text not null,
  -- ready: not sent. sending: a worker may be sending it. sent: only asked about from now on. ended: the verdict is known.
  state text not null check (state in ('ready', 'sending', 'sent', 'ended')),
  outcome text check (outcome in ('succeeded', 'failed', 'unknown', 'review', 'retry_later', 'reversed')),
  code text,
  reason text,
  enquiry_id text,
  queries integer not null default 0,
  not_found integer not null default 0,
  -- The next sending or query; null when a person or nobody has to act.
  due_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  asked_at timestamptz,
  ended_at timestamptz,
  primary key (tenant, payout, n),
  foreign key (tenant, payout) references payouts (tenant, id)
);
create index payout_attempts_due on payout_attempts (due_at) where due_at is not null;

-- The states of a payout over time.
create table payout_history (
  tenant integer not null,
  payout uuid not null,
  n integer not null,
  state text not null,
  code text,
  text text,
  actor_name text not null,
  at timestamptz not null,
  primary key (tenant, payout, n)
);
create trigger payout_history_append_only before update or delete or truncate on payout_history
  for each statement execute function refuse_change();
