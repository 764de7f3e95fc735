-- Figures of customers for insights. The worker adds posted transactions to these tables, the past in steps, so that their cost does not
-- grow with the books. All days, weeks (from Monday) and months are Africa/Lagos.

-- Posted transactions by hour.
create table transaction_hours (
  tenant integer not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  n bigint not null,
  primary key (tenant, day, hour)
);

-- What a customer's wallet moved in or out in a month, without fees. Kobo. `wallet` is its account.
create table wallet_months (
  tenant integer not null,
  month date not null,
  wallet bigint not null,
  n bigint not null,
  amount bigint not null,
  primary key (tenant, month, wallet)
);
create index wallet_months_by_amount on wallet_months (tenant, month, amount desc, wallet);

-- The weeks in which a customer's wallet was active.
create table wallet_weeks (
  tenant integer not null,
  week date not null,
  wallet bigint not null,
  primary key (tenant, week, wallet)
);

-- Wallets created in one month that were active in another, and what they moved in it.
create table cohort_months (
  tenant integer not null,
  created date not null,
  month date not null,
  wallets integer not null,
  amount bigint not null,
  primary key (tenant, created, month)
);

-- Active wallets of a week: those created in it, and those created before.
create table active_weeks (
  tenant integer not null,
  week date not null,
  new_wallets integer not null,
  returning_wallets integer not null,
  primary key (tenant, week)
);

-- Customers' wallets by tier and balance, counted every few minutes. `range` numbers the ranges of insights from 0.
create table wallet_levels (
  tenant integer not null,
  tier smallint not null,
  range smallint not null,
  wallets integer not null,
  balance bigint not null,
  near_max_balance integer not null,
  near_daily_limit integer not null,
  primary key (tenant, tier, range)
);

-- How far journals are added to these tables; never further than rollup_progress, which knows what is final.
create table activity_progress (
  one boolean primary key default true check (one),
  journal bigint not null default 0,
  complete_at timestamptz,
  levels_at timestamptz
);
insert into activity_progress default values;
