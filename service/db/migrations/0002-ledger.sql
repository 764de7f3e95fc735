-- Double entry: see the ledger page. Every amount is kobo; the tenant is part of every key.

create sequence account_ids;

-- The hot row: everything a verdict needs, nothing else. No index on a changing column, so updates stay HOT.
create table accounts (
  tenant integer not null references tenants,
  id bigint not null,
  kind text not null check (kind in ('wallet', 'merchant', 'platform_fee', 'merchant_fee', 'funding')),
  stripe smallint not null default 0,
  tier smallint check (tier between 1 and 3),
  frozen boolean not null default false,
  post_no_credit boolean not null default false,
  balance bigint not null default 0,
  seq bigint not null default 0,
  day date,
  spent bigint not null default 0,
  primary key (tenant, id),
  constraint accounts_never_below_zero check (kind not in ('wallet', 'merchant') or balance >= 0),
  constraint accounts_tier_of_wallets check ((kind = 'wallet') = (tier is not null))
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create unique index accounts_internal on accounts (tenant, kind, stripe) where kind <> 'wallet';

create table journals (
  id bigint primary key,
  lane smallint not null,
  kind text not null,
  n integer not null,
  at timestamptz not null
);
create sequence journal_ids;

-- `source_seq` and `destination_seq` name the entries: a transaction finds both by their primary key.
create table transactions (
  tenant integer not null,
  id uuid not null,
  journal bigint,
  reference text not null,
  kind text not null,
  status text not null check (status in ('success', 'failed', 'pending')),
  failure text,
  batch uuid,
  source bigint not null,
  source_seq bigint,
  destination bigint not null,
  destination_seq bigint,
  amount bigint not null check (amount > 0),
  fee_base bigint not null default 0 check (fee_base >= 0),
  fee_merchant bigint not null default 0 check (fee_merchant >= 0),
  description text,
  metadata jsonb,
  actor text not null,
  at timestamptz not null,
  primary key (tenant, id),
  unique (tenant, reference),
  constraint transactions_posted check ((status = 'success') = (journal is not null)),
  constraint transactions_linked check ((journal is null) = (source_seq is null or destination_seq is null))
);
-- Events and the verifier read a journal's transactions; their entries are found by account and seq.
create index transactions_journal on transactions (journal) where journal is not null;

-- No foreign keys: the lanes are the only writer, the verifier checks the links. `transaction` is null where one entry
-- stands for several: fees, and the merchant's side of a batch.
create table entries (
  tenant integer not null,
  account bigint not null,
  seq bigint not null,
  journal bigint not null,
  transaction uuid,
  delta bigint not null check (delta <> 0),
  balance_after bigint not null,
  at timestamptz not null,
  primary key (tenant, account, seq)
);

-- One row per cause, written in the commit of its cause; the fan-out job turns it into events.
create table outbox (
  id bigint generated always as identity primary key,
  tenant integer,
  journal bigint,
  kind text not null,
  object_id uuid,
  at timestamptz not null
);

-- The answer of a request that began to execute, committed with its effect (api 1).
create table idempotency_keys (
  tenant integer not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  headers jsonb not null default '{}',
  body text not null,
  at timestamptz not null,
  primary key (tenant, key)
);
create index idempotency_keys_age on idempotency_keys (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows of % are append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();
create trigger outbox_append_only before update on outbox
  for each statement execute function refuse_change();
create trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_change();

-- A posted transaction never changes; a pending or failed one belongs to its approval.
create function refuse_change_of_posted() returns trigger language plpgsql as $$
begin
  raise exception 'posted transactions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger transactions_append_only before update or delete on transactions
  for each row when (old.status = 'success') execute function refuse_change_of_posted();
create trigger transactions_never_emptied before truncate on transactions
  for each statement execute function refuse_change();

create function entries_sum_to_zero() returns trigger language plpgsql as $$
declare bad bigint;
begin
  select journal into bad from (select journal, tenant from added group by journal, tenant having sum(delta) <> 0) x limit 1;
  if bad is not null then
    raise exception 'entries of journal % do not sum to zero', bad using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger entries_zero_sum after insert on entries
  referencing new table as added for each statement execute function entries_sum_to_zero();

-- How far the verifier has proven an account: it goes on from here, so a run costs what is new.
create table account_checks (
  tenant integer not null,
  account bigint not null,
  seq bigint not null,
  balance bigint not null,
  primary key (tenant, account)
);

-- What the verifier found last (api 4, GET /ledger/trial-balance). `total` is the sum of all balances.
create table ledger_checks (
  tenant integer primary key references tenants,
  checked_at timestamptz not null,
  balanced boolean not null,
  accounts bigint not null,
  entries bigint not null,
  new_entries bigint not null,
  total numeric not null,
  problems jsonb not null default '[]'
);
