-- A payout whose bank contradicted itself after the end. The books follow the bank; a person settles it with the payer. Rails 3.
alter table payouts add column case_code text
  check (case_code in ('paid_after_return', 'paid_twice', 'refused_after_success'));
alter table payouts add column case_at timestamptz;
alter table payouts add constraint payouts_case_check check ((case_code is null) = (case_at is null));
create index payouts_with_case on payouts (case_at) where case_code is not null;
