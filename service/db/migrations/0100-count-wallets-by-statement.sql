-- New wallets are counted once per statement: a trigger per row took a tenth of the time in which an import creates a customer.
create function count_new_wallets() returns trigger language plpgsql as $$
begin
  insert into wallet_count_deltas (tenant, tier, frozen, delta)
  select tenant, tier, frozen, count(*) from added where kind = 'wallet' group by 1, 2, 3;
  return null;
end $$;
create or replace trigger accounts_counted after insert on accounts
  referencing new table as added for each statement execute function count_new_wallets();

create function count_opened_wallets() returns trigger language plpgsql as $$
begin
  insert into wallet_day_deltas (tenant, day)
  select tenant, (created_at at time zone 'Africa/Lagos')::date from added where customer_id is not null;
  return null;
end $$;
create or replace trigger wallets_counted after insert on wallets
  referencing new table as added for each statement execute function count_opened_wallets();
drop function count_opened_wallet();

-- Only changes of tier and freeze come here now.
create or replace function count_wallets() returns trigger language plpgsql as $$
begin
  insert into wallet_count_deltas values (old.tenant, old.tier, old.frozen, -1), (new.tenant, new.tier, new.frozen, 1);
  return null;
end $$;
