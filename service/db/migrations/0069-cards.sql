-- Cards and their money. Cards 1-4. The number, CVV and PIN of a card are only at its issuer.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in ('wallet', 'merchant', 'platform_fee', 'merchant_fee',
  'funding', 'wallet_fee', 'payout_hold', 'payout_review', 'bank_float', 'vat_payable', 'duty_payable', 'inbound_suspense',
  'receivable', 'card_account', 'card_hold', 'issuer_settlement')) not valid;
alter table accounts validate constraint accounts_kind_check;
alter table accounts drop constraint accounts_never_below_zero;
alter table accounts add constraint accounts_never_below_zero
  check (kind not in ('wallet', 'merchant', 'card_account', 'card_hold') or balance >= 0) not valid;
alter table accounts validate constraint accounts_never_below_zero;
-- A tenant has many card accounts. The same predicate as before, so that the same queries use the index.
drop index accounts_internal;
create unique index accounts_internal on accounts (tenant, kind, stripe, (case kind when 'card_account' then id else 0 end))
  where kind <> 'wallet';

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout', 'payout_batch', 'reversal', 'card_fund', 'card_unload'));

-- What a merchant has agreed with its issuer.
create table card_setups (
  tenant integer primary key references tenants (id),
  app_id text not null,
  app_key_sealed bytea not null,
  prepaid_card_prefix text not null,
  loading_account_name text not null,
  loading_account_number text not null,
  loading_account_sortcode text not null,
  updated_at timestamptz not null
);

create table cards (
  tenant integer not null references tenants (id),
  id uuid not null,
  customer_id uuid not null,
  -- The account of the customer's wallet, and the card's own account for source CARD.
  wallet_account bigint not null,
  card_account bigint,
  issuer text not null,
  issuer_holder_id text,
  -- Null until the issuer has answered.
  issuer_card_id text,
  type text not null check (type in ('VIRTUAL', 'PHYSICAL')),
  source text not null check (source in ('WALLET', 'CARD')),
  currency text not null default 'NGN' check (currency ~ '^[A-Z]{3}$'),
  label text,
  name_on_card text not null,
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  last6_hash bytea,
  expiry_month smallint check (expiry_month between 1 and 12),
  expiry_year smallint,
  status text not null check (status in ('requested', 'in_production', 'shipped', 'pending_activation', 'active', 'closed', 'replaced')),
  -- A card is frozen while it has any lock. Each side removes only its own.
  locked_by_customer boolean not null default false,
  locked_by_merchant boolean not null default false,
  locked_by_issuer boolean not null default false,
  -- Limits in kobo and lists of what is allowed; null is no limit.
  per_transaction_limit bigint check (per_transaction_limit >= 0),
  daily_limit bigint check (daily_limit >= 0),
  monthly_limit bigint check (monthly_limit >= 0),
  channels text[],
  categories text[],
  countries text[],
  merchants text[],
  -- Declines for lack of money in the last hour, oldest first.
  empty_declines timestamptz[] not null default '{}',
  replaces uuid,
  replaced_by uuid,
  address_sealed bytea,
  -- The steps of production and delivery with their times.
  shipping jsonb not null default '[]',
  actor text not null,
  actor_name text not null,
  reason text,
  -- The number of changes of state; orders its events.
  changes integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (tenant, id),
  unique (issuer, issuer_card_id),
  check ((source = 'CARD') = (card_account is not null))
);
create index cards_newest on cards (tenant, created_at desc, id desc);
create index cards_by_customer on cards (tenant, customer_id, created_at desc, id desc);
create index cards_by_wallet on cards (tenant, wallet_account);

-- The life of one authorization: the issuer's request, or a clearing or refund without one. Its ID is that of the transaction that
-- holds the money, if there is one. `held`, `cleared`, `refunded` and `owed` say where the money is; kobo.
create table card_authorizations (
  tenant integer not null references tenants (id),
  id uuid not null,
  card uuid not null,
  issuer text not null,
  -- Null for a clearing or refund without an authorization.
  issuer_authorization_id text,
  status text not null check (status in ('approved', 'declined', 'partially_cleared', 'cleared', 'partially_reversed', 'reversed',
    'expired', 'refunded')),
  decline_code text,
  decline_facts jsonb,
  -- The amount that was asked for, and what is authorized now.
  amount bigint not null check (amount >= 0),
  authorized bigint not null default 0 check (authorized >= 0),
  reversed bigint not null default 0 check (reversed >= 0),
  held bigint not null default 0 check (held >= 0),
  cleared bigint not null default 0 check (cleared >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  owed bigint not null default 0 check (owed >= 0),
  is_final boolean not null default false,
  is_expired boolean not null default false,
  stripe smallint not null,
  merchant_amount bigint,
  merchant_currency text check (merchant_currency ~ '^[A-Z]{3}$'),
  rate numeric,
  merchant_name text,
  merchant_id text,
  category text,
  country text,
  city text,
  channel text,
  late boolean not null default false,
  -- The number of its events; two events at the same moment have the same number, so only one of them commits.
  changes integer not null default 0,
  decided_at timestamptz not null,
  decided_in_ms integer,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant, id),
  unique (issuer, issuer_authorization_id),
  foreign key (tenant, card) references cards (tenant, id)
);
create index card_authorizations_by_card on card_authorizations (tenant, card, created_at desc, id desc);
create index card_authorizations_newest on card_authorizations (tenant, created_at desc, id desc);
create index card_authorizations_open on card_authorizations (expires_at) where held > 0;

-- What the issuer reported, each event booked once, and what expired here. `transactions` are the IDs of its bookings.
create table card_events (
  tenant integer not null,
  authorization_id uuid not null,
  n integer not null check (n > 0),
  card uuid not null,
  issuer text not null,
  -- Null for an expiry that this service found.
  issuer_event_id text,
  kind text not null check (kind in ('increment', 'clear', 'reverse', 'expire', 'refund')),
  amount bigint not null check (amount >= 0),
  is_final boolean not null default false,
  merchant_amount bigint,
  merchant_currency text,
  rate numeric,
  transactions uuid[] not null,
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (tenant, authorization_id, n),
  unique (issuer, issuer_event_id),
  foreign key (tenant, authorization_id) references card_authorizations (tenant, id)
);
create index card_events_by_card on card_events (tenant, card, received_at desc);
create trigger card_events_append_only before update or delete or truncate on card_events
  for each statement execute function refuse_change();

-- What a customer owes for a clearing that the wallet could not pay. Collected from the next credits.
create table receivables (
  tenant integer not null,
  authorization_id uuid not null,
  card uuid not null,
  account bigint not null,
  stripe smallint not null,
  amount bigint not null check (amount > 0),
  collected bigint not null default 0 check (collected between 0 and amount),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant, authorization_id),
  foreign key (tenant, authorization_id) references card_authorizations (tenant, id),
  check ((settled_at is null) = (collected < amount))
);
create index receivables_open on receivables (tenant, account) where settled_at is null;
