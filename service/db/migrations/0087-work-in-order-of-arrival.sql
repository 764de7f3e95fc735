-- The worker takes work from the tenants in turn, by the indexes of 0084 to 0086. The former release works without these, slower.
drop index outbox_waiting;
drop index webhook_jobs_due;
drop index payout_attempts_due;
