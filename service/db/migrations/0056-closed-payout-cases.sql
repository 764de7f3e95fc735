-- A person closes a case with a note. The case itself stays: what the bank says later is booked by it. Rails 3.
alter table payouts add column case_closed_at timestamptz;
alter table payouts add column case_closed_by_name text;
alter table payouts add column case_note text;
alter table payouts add constraint payouts_case_closed_check
  check ((case_closed_at is null) = (case_note is null) and (case_closed_at is null or case_code is not null));
drop index payouts_with_case;
create index payouts_with_case on payouts (case_at) where case_code is not null and case_closed_at is null;
