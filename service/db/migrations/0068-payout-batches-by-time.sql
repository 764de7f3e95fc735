-- The list of batches, newest first. Dashboard 9.
create index payout_batches_by_time on payout_batches (tenant, created_at desc, id desc);
