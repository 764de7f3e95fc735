-- Uploads of customers and their rows. A worker takes an import for a while, does some rows, writes down what became of them, and
-- lets go; where it dies the lease runs out and another goes on.
create table wallet_imports (
  tenant integer not null references tenants,
  id uuid not null,
  -- 'receiving': the file is still arriving, or nobody accepted it; shown to nobody.
  status text not null check (status in ('receiving', 'pending', 'processing', 'completed', 'partially_completed', 'failed')),
  columns text[] not null,
  total integer not null default 0,
  created integer not null default 0,
  skipped integer not null default 0,
  creator_name text not null,
  request_id text not null,
  -- Whose turn it is: the worker that has it, until when, and when the merchant last had one.
  lease uuid,
  leased_until timestamptz,
  turn_at timestamptz,
  -- The registry did not answer: how often in a row, and when it is asked again.
  pauses integer not null default 0,
  paused_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant, id),
  check (created >= 0 and skipped >= 0 and created + skipped <= total)
);
create index wallet_imports_newest on wallet_imports (tenant, created_at desc, id desc) where status <> 'receiving';
create index wallet_imports_turns on wallet_imports (tenant, turn_at desc nulls last);
create index wallet_imports_open on wallet_imports (created_at) where status in ('receiving', 'pending', 'processing');

-- `customer` is the ID the row's customer gets, made before: a row that is done twice finds its own customer. The cells as they
-- came are sealed, for BVN and NIN are among them; `name` and `phone_number` are what a list shows.
create table wallet_import_rows (
  tenant integer not null,
  import uuid not null,
  row integer not null check (row > 0),
  status text not null default 'pending' check (status in ('pending', 'created', 'skipped')),
  cells_sealed bytea not null,
  name text not null,
  phone_number text not null,
  customer uuid not null,
  wallet uuid,
  -- Who already has the phone number, BVN or NIN of a skipped row.
  twin uuid,
  reason text,
  tries integer not null default 0,
  unanswered_since timestamptz,
  primary key (tenant, import, row),
  foreign key (tenant, import) references wallet_imports (tenant, id)
);
create index wallet_import_rows_pending on wallet_import_rows (tenant, import, tries, row) where status = 'pending';
create index wallet_import_rows_skipped on wallet_import_rows (tenant, import, row) where status = 'skipped';
