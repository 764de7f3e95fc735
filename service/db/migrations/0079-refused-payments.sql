-- Counts approved payments that the ledger refused with the other failures, so that Insights reads no transactions. Decision 0146.
alter table failure_days drop constraint failure_days_source_check,
  add constraint failure_days_source_check check (source in ('batch', 'payout', 'transaction'));

create function count_refused_payment() returns trigger language plpgsql as $$
begin
  insert into failure_deltas
  values (new.tenant, (new.at at time zone 'Africa/Lagos')::date, 'transaction', coalesce(new.failure, ''), 1);
  return null;
end $$;
create trigger transactions_refused after insert on transactions
  for each row when (new.status = 'failed') execute function count_refused_payment();

insert into failure_days
  select tenant, (at at time zone 'Africa/Lagos')::date, 'transaction', coalesce(failure, ''), count(*)
  from transactions where status <> 'success' and status = 'failed' group by 1, 2, 3, 4;
