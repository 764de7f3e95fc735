-- Requests to take a transaction back (decision 0104).
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout', 'payout_batch', 'reversal'));

-- One request at a time.
create unique index approvals_reversal on approvals (tenant, (request ->> 'transactionId'))
  where kind = 'reversal' and status = 'PENDING';
