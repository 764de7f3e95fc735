-- The payouts of a batch without an end, and those whose money went back: the last end publishes the batch. Rails 2.
alter table payout_batches add column open_payouts integer not null default 0 check (open_payouts >= 0);
alter table payout_batches add column failed_payouts integer not null default 0;
update payout_batches b set open_payouts = found.open, failed_payouts = found.failed
from (
  select tenant, batch, count(*) filter (where ended_at is null)::int as open,
    count(*) filter (where state in ('failed', 'cancelled'))::int as failed
  from payouts where batch is not null group by tenant, batch
) found where b.tenant = found.tenant and b.id = found.batch;
