-- The days whose settlement file the worker takes from a rail, one row for each. Rails 6.
create table settlement_pulls (
  rail text not null,
  day date not null,
  lease uuid,
  leased_until timestamptz,
  failures integer not null default 0,
  problem text,
  done_at timestamptz,
  primary key (rail, day)
);
create index settlement_pulls_open on settlement_pulls (day, rail) where done_at is null;
-- Finds uploads whose process died.
create index settlement_files_receiving on settlement_files (created_at) where state = 'receiving';
