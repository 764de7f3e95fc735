-- A batch whose items are paid by a customer, and requests to take a whole batch back (decisions 0137, 0138).
alter table batches add column payer uuid;
alter table batches add foreign key (tenant, payer) references customers (tenant, id);
alter table batches add check (payer is null or operation = 'credit');

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout', 'payout_batch', 'reversal', 'batch_reversal'));
alter table approvals drop constraint approvals_check2;
alter table approvals add constraint approvals_check2
  check (kind in ('batch', 'upload', 'payout_batch', 'batch_reversal') or (source is not null and destination is not null));

-- One request for each batch at a time.
create unique index approvals_batch_reversal on approvals (tenant, (request ->> 'batchId'))
  where kind = 'batch_reversal' and status = 'PENDING';
