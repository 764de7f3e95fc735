-- Card payments by Lagos day, for Insights. Decision 0147. Kobo.
-- 'authorized': approved payments by the day they were asked about, with increments (amount only) by the day of their booking; 'cleared' and
-- 'refunded' by the day of their booking; 'declined' by the day they were asked about, with the code.
create table card_days (
  tenant integer not null,
  day date not null,
  what text not null check (what in ('authorized', 'cleared', 'refunded', 'declined')),
  code text not null,
  n bigint not null,
  amount bigint not null,
  primary key (tenant, day, what, code)
);

-- Changes of these sums, written in the commit of their cause without waiting for others; the worker adds them up.
create table card_day_deltas (
  tenant integer not null,
  day date not null,
  what text not null,
  code text not null,
  n integer not null,
  amount bigint not null
);

-- Rows that the issuer asked about have decided_in_ms; others were made by an event. A late answer makes an approved payment a declined one.
create function count_card_authorization() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into card_day_deltas
    values (old.tenant, (old.created_at at time zone 'Africa/Lagos')::date,
      case when old.decline_code is null then 'authorized' else 'declined' end, coalesce(old.decline_code, ''), -1, -old.amount);
  end if;
  insert into card_day_deltas
  values (new.tenant, (new.created_at at time zone 'Africa/Lagos')::date,
    case when new.decline_code is null then 'authorized' else 'declined' end, coalesce(new.decline_code, ''), 1, new.amount);
  return null;
end $$;
create trigger card_authorizations_counted after insert on card_authorizations
  for each row when (new.decided_in_ms is not null) execute function count_card_authorization();
create trigger card_authorizations_recounted after update of decline_code on card_authorizations
  for each row when (new.decided_in_ms is not null and old.decline_code is distinct from new.decline_code)
  execute function count_card_authorization();

create function count_card_event() returns trigger language plpgsql as $$
begin
  insert into card_day_deltas
  values (new.tenant, (new.received_at at time zone 'Africa/Lagos')::date,
    case new.kind when 'clear' then 'cleared' when 'refund' then 'refunded' else 'authorized' end, '',
    case new.kind when 'increment' then 0 else 1 end, new.amount);
  return null;
end $$;
create trigger card_events_counted after insert on card_events
  for each row when (new.kind in ('increment', 'clear', 'refund')) execute function count_card_event();

insert into card_days
  select tenant, day, what, code, sum(n), sum(amount) from (
    select tenant, (created_at at time zone 'Africa/Lagos')::date as day,
      case when decline_code is null then 'authorized' else 'declined' end as what, coalesce(decline_code, '') as code, 1 as n, amount
    from card_authorizations where decided_in_ms is not null
    union all
    select tenant, (received_at at time zone 'Africa/Lagos')::date,
      case kind when 'clear' then 'cleared' when 'refund' then 'refunded' else 'authorized' end, '',
      case kind when 'increment' then 0 else 1 end, amount
    from card_events where kind in ('increment', 'clear', 'refund')
  ) known group by 1, 2, 3, 4;
