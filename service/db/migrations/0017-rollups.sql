-- What the overview and the analytics read: sums by day, so that their cost does not grow with what was posted.

-- Posted transactions by Lagos day and kind. Kobo.
create table transaction_days (
  tenant integer not null,
  day date not null,
  kind text not null,
  n bigint not null,
  amount bigint not null,
  fee_base bigint not null,
  fee_merchant bigint not null,
  primary key (tenant, day, kind)
);

-- Wallets of customers by tier and state now.
create table wallet_counts (
  tenant integer not null,
  tier smallint not null,
  frozen boolean not null,
  n bigint not null,
  primary key (tenant, tier, frozen)
);
-- How many were opened by day is counted in it.
create index wallets_opened on wallets (tenant, created_at) where customer_id is not null;

-- Changes of these counts, written in the commit of their cause without waiting for anybody; a job adds them up.
create table wallet_count_deltas (
  tenant integer not null,
  tier smallint not null,
  frozen boolean not null,
  delta integer not null
);

-- How far journals are added up. What is numbered up to `sealed` is final once every transaction before `sealed_xid` has ended.
create table rollup_progress (
  one boolean primary key default true check (one),
  journal bigint not null default 0,
  sealed bigint not null default 0,
  sealed_xid xid8 not null default '0',
  sealed_at timestamptz,
  complete_at timestamptz
);
insert into rollup_progress default values;

-- Money changes neither tier nor freeze, so posting never comes here.
create function count_wallets() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into wallet_count_deltas values (old.tenant, old.tier, old.frozen, -1);
    insert into wallet_count_deltas values (new.tenant, new.tier, new.frozen, 1);
  else
    insert into wallet_count_deltas values (new.tenant, new.tier, new.frozen, 1);
  end if;
  return null;
end $$;
create trigger accounts_counted after insert on accounts
  for each row when (new.kind = 'wallet') execute function count_wallets();
create trigger accounts_recounted after update of tier, frozen on accounts
  for each row when (old.kind = 'wallet' and (old.tier, old.frozen) is distinct from (new.tier, new.frozen))
  execute function count_wallets();
insert into wallet_count_deltas select tenant, tier, frozen, count(*) from accounts where kind = 'wallet' group by 1, 2, 3;
