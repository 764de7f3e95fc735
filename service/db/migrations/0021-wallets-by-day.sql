-- How many wallets were opened on each Lagos day, so that the overview need not count them: a million took longer than all else.
create table wallet_days (
  tenant integer not null,
  day date not null,
  n bigint not null,
  primary key (tenant, day)
);

-- One row for each wallet that is not added up yet, written in its commit without waiting for anybody.
create table wallet_day_deltas (
  tenant integer not null,
  day date not null
);

create function count_opened_wallet() returns trigger language plpgsql as $$
begin
  insert into wallet_day_deltas values (new.tenant, (new.created_at at time zone 'Africa/Lagos')::date);
  return null;
end $$;
create trigger wallets_counted after insert on wallets
  for each row when (new.customer_id is not null) execute function count_opened_wallet();

insert into wallet_days
  select tenant, (created_at at time zone 'Africa/Lagos')::date, count(*) from wallets where customer_id is not null group by 1, 2;
drop index wallets_opened;
