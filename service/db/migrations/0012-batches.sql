-- Batches of credits and debits, sent as JSON or uploaded, and their items. Money is kobo. One that is `receiving` is a file
-- that still arrives: nobody sees it, and what was cut off is cleared away. `next_row` is the first row that is not decided;
-- it moves in the commit of the money, so that no row is decided twice. `leased_until`: a worker has a part of it in hand.
create table batches (
  tenant integer not null references tenants,
  id uuid not null,
  reference text,
  operation text check (operation in ('credit', 'debit')),
  origin text not null check (origin in ('json', 'upload')),
  status text not null check (status in ('receiving', 'awaiting_approval', 'pending', 'processing', 'completed',
    'partially_completed', 'failed', 'cancelled', 'declined')),
  total integer not null default 0,
  accepted integer not null default 0,
  rejected integer not null default 0,
  amount bigint not null default 0,
  header json,
  actor text not null,
  approval uuid,
  next_row integer not null default 1,
  leased_until timestamptz,
  served_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  touched_at timestamptz not null,
  primary key (tenant, id),
  check (status = 'receiving' or (reference is not null and operation is not null)),
  check (accepted + rejected <= total)
);
create unique index batches_reference on batches (tenant, reference) where status <> 'receiving';
create index batches_newest on batches (tenant, created_at desc, id desc) where status <> 'receiving';
create index batches_active on batches (created_at) where status in ('pending', 'processing');
create index batches_served on batches (tenant, served_at) where served_at is not null;
create index batches_receiving on batches (touched_at) where status = 'receiving';

-- `id` becomes the transaction's: a row that was paid cannot be paid again. `cells` are those of the file as they came. Each row is
-- written twice, so its page keeps room.
create table batch_items (
  tenant integer not null,
  batch uuid not null,
  row integer not null,
  id uuid not null,
  status text not null check (status in ('pending', 'accepted', 'rejected')),
  customer_id uuid,
  wallet_id uuid,
  account_number text,
  amount bigint,
  reference text,
  narration text,
  reason text,
  cells json,
  primary key (tenant, batch, row),
  check ((status = 'rejected') = (reason is not null)),
  check (status = 'rejected' or amount > 1)
) with (fillfactor = 60);
