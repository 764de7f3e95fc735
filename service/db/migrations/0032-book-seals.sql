-- Ledger 6: journals and audit rows carry authentication codes under a key that the database does not hold, and seals chain them.
alter table journals add column mac bytea, add column row_sums bytea;

-- Drawn after the transaction has its ID, so that a number is final once every transaction with a lower ID has ended.
create sequence audit_numbers;
alter table audit_log
  add column number bigint not null
    default case when pg_current_xact_id() is not null then nextval('audit_numbers') end,
  add column mac bytea;
alter sequence audit_numbers owned by audit_log.number;
create unique index audit_log_number on audit_log (number);

-- A block range index costs an insert almost nothing; journals arrive nearly in order.
create index entries_journal on entries using brin (journal) with (pages_per_range = 32, autosummarize = on);

-- A seal covers every journal and audit row with a number above that of the seal before, up to `journals_through` and
-- `audit_through`. It lists them, so that the verifier can name a missing row. `adopts`: includes rows written before codes existed.
create table book_seals (
  number bigint primary key,
  at timestamptz not null,
  journals_through bigint not null,
  audit_through bigint not null,
  adopts boolean not null,
  journals bigint[] not null,
  journal_macs bytea not null,
  audit_rows uuid[] not null,
  audit_macs bytea not null,
  hash bytea not null
);
create trigger book_seals_append_only before update or delete or truncate on book_seals
  for each statement execute function refuse_change();

-- One row: the highest numbers drawn before the transaction `noted_xid`, sealed once they are final. Rows up to `adopted_*` may
-- have no code.
create table book_seal_progress (
  is_only boolean primary key default true check (is_only),
  noted_journal bigint not null default 0,
  noted_audit bigint not null default 0,
  noted_xid xid8 not null default '0',
  noted_at timestamptz,
  complete_at timestamptz,
  adopted_journal bigint,
  adopted_audit bigint
);
insert into book_seal_progress default values;

-- One row: how far the verifier has come since it last began (`rescan`), and for new seals (`verified`).
create table book_seal_checks (
  is_only boolean primary key default true check (is_only),
  verified bigint not null default 0,
  verified_at timestamptz,
  rescanned bigint not null default 0,
  rescan_began_at timestamptz,
  problems jsonb not null default '[]'
);
insert into book_seal_checks default values;
