-- A background process says every few seconds that it lives; /readyz reads it (api 1).
create table heartbeats (
  process text primary key,
  at timestamptz not null
);
