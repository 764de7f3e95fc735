-- An item is a duplicate when its reference was used before by the same payment: same direction, wallet and amount. Somebody was paid
-- already, so it is counted apart from the items that need a correction (decision 0098).
alter table batches add column duplicates int not null default 0;

update batch_items i set reason_code = 'already_paid'
from batches b, wallets w, transactions t
where i.reason_code = 'reference_exists'
  and b.tenant = i.tenant and b.id = i.batch and w.tenant = i.tenant and w.id = i.wallet_id
  and t.tenant = i.tenant and t.reference = i.reference and t.status = 'success' and t.kind = b.operation and t.amount = i.amount
  and w.account_id = case b.operation when 'credit' then t.destination else t.source end;

update batches b set duplicates = counted.items
from (select tenant, batch, count(*)::int as items from batch_items where reason_code = 'already_paid' group by 1, 2) counted
where b.tenant = counted.tenant and b.id = counted.batch;

alter table batches add constraint batches_duplicates_check check (duplicates between 0 and rejected);

-- Pages of rejected rows of one kind skip rows without reading the table.
drop index batch_items_rejected;
create index batch_items_rejected on batch_items (tenant, batch, row) include (reason_code) where reason is not null;
