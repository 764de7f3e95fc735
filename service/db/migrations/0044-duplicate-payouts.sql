-- Refuses a payment that its payer made just before. The payer's account is locked by the posting, so no twin can commit meanwhile. Rails 3.
create function refuse_possible_duplicate(of_tenant integer, of_source bigint, of_bank text, of_account text, of_amount bigint,
  since timestamptz) returns void language plpgsql as $$
begin
  if exists (
    select from payouts where tenant = of_tenant and source = of_source and bank_code = of_bank and account_number = of_account
      and amount = of_amount and created_at > since and state not in ('failed', 'cancelled')
  ) then
    raise exception 'the same payment was made just before' using errcode = 'P0001', constraint = 'payouts_possible_duplicate';
  end if;
end $$;
