-- Refuses an authorization that the card no longer allows when it commits: another authorization used up the limit, or the card was
-- frozen. The row lock makes a freeze wait for authorizations that have read the card, and later ones see it. Cards 3.
create function refuse_card_authorization(of_tenant integer, of_card uuid, of_amount bigint, since_day timestamptz,
  since_month timestamptz) returns void language plpgsql as $$
declare
  card cards;
  spent_today bigint;
  spent_this_month bigint;
begin
  select * into card from cards where tenant = of_tenant and id = of_card for share;
  if card.daily_limit is not null or card.monthly_limit is not null then
    select coalesce(sum(held + cleared) filter (where created_at >= since_day), 0), coalesce(sum(held + cleared), 0)
    into spent_today, spent_this_month
    from card_authorizations where tenant = of_tenant and card_authorizations.card = of_card and created_at >= since_month;
  end if;
  if card.status is distinct from 'active' or card.locked_by_customer or card.locked_by_merchant or card.locked_by_issuer
    or of_amount > card.per_transaction_limit or spent_today + of_amount > card.daily_limit
    or spent_this_month + of_amount > card.monthly_limit then
    raise exception 'the card does not allow this authorization' using errcode = 'P0001', constraint = 'card_authorization_refused';
  end if;
end $$;

-- `collect`: what the customer owed was taken from the payer.
alter table card_events drop constraint card_events_kind_check;
alter table card_events add constraint card_events_kind_check
  check (kind in ('increment', 'clear', 'reverse', 'expire', 'refund', 'collect'));

-- Until there are requests to fund and unload cards.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout', 'payout_batch', 'reversal',
    'batch_reversal'));
