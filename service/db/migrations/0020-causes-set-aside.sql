-- Causes of which no events could be made. Each is tried again by itself, at its time, and stands in nobody's way until then; its row
-- goes with the commit that tells it.
create table outbox_failures (
  cause bigint primary key references outbox,
  tries integer not null check (tries > 0),
  error text not null,
  failed_at timestamptz not null,
  retry_at timestamptz not null
);
