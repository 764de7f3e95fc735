-- Settlement files of the banks, compared with our books. Rails 6.
create table settlement_files (
  tenant integer not null references tenants (id),
  id uuid not null,
  rail text not null,
  day date,
  name text not null,
  -- receiving: rows arrive, the file is invisible. waiting: for the worker.
  state text not null check (state in ('receiving', 'waiting', 'matched', 'rejected')),
  problem text,
  lines integer not null default 0,
  matched integer not null default 0,
  breaks integer not null default 0,
  others integer not null default 0,
  -- The bank's figures for this tenant, and the float of sessions that we booked after and before that day. Kobo.
  bank_in bigint not null default 0,
  bank_out bigint not null default 0,
  booked_after bigint not null default 0,
  booked_before bigint not null default 0,
  uploaded_by_name text not null,
  created_at timestamptz not null,
  matched_at timestamptz,
  primary key (tenant, id)
);
create index settlement_files_by_day on settlement_files (tenant, day desc, created_at desc);
create index settlement_files_waiting on settlement_files (created_at) where state = 'waiting';

create table settlement_lines (
  tenant integer not null,
  file uuid not null,
  session_id text not null,
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('succeeded', 'failed', 'reversed')),
  at timestamptz not null,
  foreign key (tenant, file) references settlement_files (tenant, id) on delete cascade
);
create index settlement_lines_by_session on settlement_lines (tenant, file, session_id);

create table reconciliation_breaks (
  tenant integer not null,
  id uuid not null,
  file uuid not null,
  rail text not null,
  day date not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'status_differs', 'duplicate')),
  state text not null check (state in ('open', 'resolved')),
  direction text not null check (direction in ('in', 'out')),
  session_id text not null,
  our_amount bigint,
  bank_amount bigint,
  our_status text,
  bank_status text,
  lines integer not null,
  -- What our float needs to agree with the bank's. Kobo.
  difference bigint not null,
  payout_reference text,
  credit uuid,
  owner uuid,
  owner_name text,
  note text,
  resolution text check (resolution in ('bank_verdict', 'book_difference', 'no_booking', 'agreed')),
  resolved_at timestamptz,
  resolved_by_name text,
  created_at timestamptz not null,
  primary key (tenant, id),
  unique (tenant, rail, session_id),
  foreign key (tenant, file) references settlement_files (tenant, id)
);
create index reconciliation_breaks_open on reconciliation_breaks (tenant, state, day, id);
