-- The return of a suspended bank credit is no request of the merchant, so one that fails is no failed request. Decision 0142.
create or replace trigger payouts_failures_counted after update of state, code on payouts
  for each row when ((old.state, old.code) is distinct from (new.state, new.code) and new.returns is null)
  execute function count_payout_failures();

-- Takes back what was counted for them. Reads only payouts that failed, by the index on their state.
insert into failure_deltas (tenant, day, source, code, delta)
  select p.tenant, (p.created_at at time zone 'Africa/Lagos')::date, 'payout', coalesce(p.code, p.state), -count(*)
  from tenants t
  join payouts p on p.tenant = t.id and p.state in ('failed', 'cancelled', 'reversed') and p.returns is not null
  group by 1, 2, 3, 4;
