-- Daily sums for Insights beside transaction_days, so that their cost does not grow with what was posted. Decision 0141.

-- VAT and stamp duty by Lagos day and kind of the transaction that booked them. Kobo.
create table charge_days (
  tenant integer not null,
  day date not null,
  kind text not null,
  charge text not null check (charge in ('vat', 'duty')),
  amount bigint not null,
  primary key (tenant, day, kind, charge)
);

-- How far journals are added up in charge_days: never further than in transaction_days. The worker fills the past in steps.
create table charge_progress (
  one boolean primary key default true check (one),
  journal bigint not null default 0
);
insert into charge_progress default values;

-- Requests that failed, by the Lagos day of the request: rejected items of batches and payouts whose money went back.
create table failure_days (
  tenant integer not null,
  day date not null,
  source text not null check (source in ('batch', 'payout')),
  code text not null,
  n bigint not null,
  primary key (tenant, day, source, code)
);

-- Changes of these counts, written in the commit of their cause without waiting for others; the worker adds them up.
create table failure_deltas (
  tenant integer not null,
  day date not null,
  source text not null,
  code text not null,
  delta integer not null
);

-- Rejected items have an index of their own, so the end of a batch counts them without reading the others.
create function count_rejected_items() returns trigger language plpgsql as $$
begin
  insert into failure_deltas
    select tenant, (new.created_at at time zone 'Africa/Lagos')::date, 'batch', coalesce(reason_code, ''), count(*)
    from batch_items where tenant = new.tenant and batch = new.id and reason is not null group by tenant, reason_code;
  return null;
end $$;
create trigger batches_rejected_at_once after insert on batches
  for each row when (new.finished_at is not null and new.rejected > 0) execute function count_rejected_items();
create trigger batches_rejected after update of finished_at on batches
  for each row when (old.finished_at is null and new.finished_at is not null and new.rejected > 0) execute function count_rejected_items();

create function count_payout_failures() returns trigger language plpgsql as $$
begin
  if old.state in ('failed', 'cancelled', 'reversed') then
    insert into failure_deltas
    values (old.tenant, (old.created_at at time zone 'Africa/Lagos')::date, 'payout', coalesce(old.code, old.state), -1);
  end if;
  if new.state in ('failed', 'cancelled', 'reversed') then
    insert into failure_deltas
    values (new.tenant, (new.created_at at time zone 'Africa/Lagos')::date, 'payout', coalesce(new.code, new.state), 1);
  end if;
  return null;
end $$;
create trigger payouts_failures_counted after update of state, code on payouts
  for each row when ((old.state, old.code) is distinct from (new.state, new.code)) execute function count_payout_failures();

insert into failure_days
  select b.tenant, (b.created_at at time zone 'Africa/Lagos')::date, 'batch', coalesce(i.reason_code, ''), count(*)
  from batches b join batch_items i on i.tenant = b.tenant and i.batch = b.id and i.reason is not null
  where b.finished_at is not null and b.rejected > 0 group by 1, 2, 3, 4;
insert into failure_days
  select tenant, (created_at at time zone 'Africa/Lagos')::date, 'payout', coalesce(code, state), count(*)
  from payouts where state in ('failed', 'cancelled', 'reversed') group by 1, 2, 3, 4;
