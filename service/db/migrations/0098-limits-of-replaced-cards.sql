-- A replacement goes on with the limits of the card that it replaces: what that one spent counts too. Otherwise as in 0074. Cards 3.
create or replace function refuse_card_authorization(of_tenant integer, of_card uuid, of_amount bigint, since_day timestamptz,
  since_month timestamptz) returns void language plpgsql as $$
declare
  card cards;
  spent_today bigint;
  spent_this_month bigint;
begin
  select * into card from cards where tenant = of_tenant and id = of_card for share;
  if card.daily_limit is not null or card.monthly_limit is not null then
    with recursive lineage (id, replaces) as (
      select of_card, card.replaces
      union all
      select former.id, former.replaces from lineage cross join lateral (
        select o.id, o.replaces from cards o where o.tenant = of_tenant and o.id = lineage.replaces offset 0
      ) former
    )
    select coalesce(sum(spent.today), 0), coalesce(sum(spent.this_month), 0)
    into spent_today, spent_this_month
    from lineage cross join lateral (
      select sum(a.held + a.cleared) filter (where a.created_at >= since_day) as today, sum(a.held + a.cleared) as this_month
      from card_authorizations a where a.tenant = of_tenant and a.card = lineage.id and a.created_at >= since_month
    ) spent;
  end if;
  if card.status is distinct from 'active' or card.locked_by_customer or card.locked_by_merchant or card.locked_by_issuer
    or of_amount > card.per_transaction_limit or spent_today + of_amount > card.daily_limit
    or spent_this_month + of_amount > card.monthly_limit then
    raise exception 'the card does not allow this authorization' using errcode = 'P0001', constraint = 'card_authorization_refused';
  end if;
end $$;
