-- A batch of payouts that ended without a payment gives its reference back.
alter table payout_batches drop constraint payout_batches_tenant_reference_key;
create unique index payout_batches_reference on payout_batches (tenant, reference) where status not in ('declined', 'failed');
