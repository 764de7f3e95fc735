-- The payouts that the bank confirmed on a day: the comparison with its settlement file asks for them. Rails 6.
create index payout_attempts_by_end on payout_attempts (tenant, ended_at) where outcome = 'succeeded';
