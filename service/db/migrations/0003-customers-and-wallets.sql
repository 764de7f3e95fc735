-- Customers and the cold facts of wallets; what a verdict about money needs lies on the account row.

create table customers (
  tenant integer not null references tenants,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  date_of_birth date not null,
  address text,
  currency text not null default 'NGN',
  metadata jsonb not null default '{}',
  bvn_hash bytea,
  bvn_sealed bytea,
  bvn_last4 text,
  bvn_first_name text,
  bvn_last_name text,
  bvn_verified_at timestamptz,
  nin_hash bytea,
  nin_sealed bytea,
  nin_last4 text,
  nin_verified_at timestamptz,
  name_match boolean,
  phone_verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant, id),
  unique (tenant, phone_number),
  unique (tenant, bvn_hash),
  unique (tenant, nin_hash)
);

-- The bank under whose code account numbers are made (NUBAN). One row; changed only before the first wallet.
create table issuing_bank (
  one boolean primary key default true check (one),
  code text not null check (code ~ '^([0-9]{3}|[0-9]{6})$'),
  name text not null
);
insert into issuing_bank (code, name) values ('090999', 'Example Microfinance Bank');

-- Nine digits, the tenth is the check digit. Starts high: a number with leading zeros loses them in spreadsheets.
create sequence account_serials start 220000001 maxvalue 999999999;

-- A merchant's own wallet has no customer.
create table wallets (
  tenant integer not null references tenants,
  id uuid not null,
  account_id bigint not null,
  customer_id uuid,
  account_number text not null unique check (account_number ~ '^[0-9]{10}$'),
  account_name text not null,
  email text not null,
  freeze_cause text check (freeze_cause in ('staff', 'identity')),
  freeze_reason text,
  frozen_at timestamptz,
  pin_hash text,
  pin_set_at timestamptz,
  post_no_credit_at timestamptz,
  post_no_credit_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant, id),
  unique (tenant, customer_id),
  unique (tenant, account_id),
  foreign key (tenant, account_id) references accounts (tenant, id),
  foreign key (tenant, customer_id) references customers (tenant, id),
  check ((freeze_cause is null) = (frozen_at is null))
);
