-- Payouts that were sent together, with the result of each item. Rails 2.
create table payout_batches (
  tenant integer not null references tenants (id),
  id uuid not null,
  reference text not null,
  file_name text,
  status text not null check (status in ('awaiting_approval', 'accepted', 'declined', 'failed')),
  total integer not null,
  accepted integer not null default 0,
  rejected integer not null,
  -- Of the items that are not rejected. Kobo.
  amount bigint not null,
  charges bigint not null,
  actor text not null,
  actor_name text not null,
  approval uuid,
  created_at timestamptz not null,
  primary key (tenant, id),
  unique (tenant, reference),
  check (accepted + rejected <= total)
);

create table payout_batch_items (
  tenant integer not null,
  batch uuid not null,
  row integer not null check (row > 0),
  -- Becomes the payout's.
  id uuid not null,
  status text not null check (status in ('pending', 'accepted', 'rejected')),
  amount bigint not null check (amount > 0),
  fee bigint not null,
  vat bigint not null,
  duty bigint not null,
  sort_code text not null,
  bank_code text,
  bank_name text,
  account_number text not null,
  -- The bank's name of the holder, and the name that the sender gave.
  account_name text,
  given_name text,
  name_match text check (name_match in ('FULL', 'PARTIAL', 'NONE', 'BANK')),
  narration text not null,
  note text,
  reference text,
  metadata jsonb,
  code text,
  reason text,
  primary key (tenant, batch, row),
  foreign key (tenant, batch) references payout_batches (tenant, id),
  check ((status = 'rejected') = (reason is not null) and (reason is null) = (code is null))
);

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout', 'payout_batch'));
alter table approvals drop constraint approvals_check2;
alter table approvals add constraint approvals_check2
  check (kind in ('batch', 'upload', 'payout_batch') or (source is not null and destination is not null));
