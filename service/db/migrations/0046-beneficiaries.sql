-- Saved accounts at banks, of the merchant or of one customer. Rails 2.
create table beneficiaries (
  tenant integer not null references tenants (id),
  id uuid not null,
  customer_id uuid,
  name text not null,
  bank_code text not null,
  bank_name text not null,
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  verified_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, customer_id) references customers (tenant, id),
  unique nulls not distinct (tenant, customer_id, bank_code, account_number)
);
