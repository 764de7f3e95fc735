-- A seed is many commits; this tells one that was killed half-way from one that finished.
create table demo_seed (
  one boolean primary key default true check (one),
  started_at timestamptz not null,
  finished_at timestamptz
);
