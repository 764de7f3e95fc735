-- What adding the next transactions of a wallet needs, so that it reads one row of it: the day on which it was created (Africa/Lagos), and the
-- last week that is in wallet_weeks. Null in rows that a former release wrote; they are looked up.
alter table wallet_months add column created date, add column week date;
-- No index names what the next transaction of a wallet changes, so with room in its page a row keeps its place in all of them. Decision 0214.
alter table wallet_months set (fillfactor = 70);

-- The wallets that moved most in a month, with more that did earlier. What a wallet moved only grows, so whichever is not among the most of its
-- step of adding is not among the most of the month. Kobo.
create table top_wallets (
  tenant integer not null,
  month date not null,
  wallet bigint not null,
  amount bigint not null,
  primary key (tenant, month, wallet)
);
insert into top_wallets (tenant, month, wallet, amount)
select known.tenant, known.month, top.wallet, top.amount
from (select distinct tenant, month from wallet_months) known cross join lateral (
  select m.wallet, m.amount from wallet_months m where m.tenant = known.tenant and m.month = known.month
  order by m.amount desc, m.wallet limit 20
) top;

-- The last journal whose wallets were ranked; behind `journal` where a former release added more.
alter table activity_progress add column ranked bigint not null default 0;
update activity_progress set ranked = journal;
