-- What the customer reads and what only the merchant's staff reads (decision 0112), and the transaction that this one takes back
-- (decision 0104).
alter table transactions add column narration text, add column note text, add column reversal_of uuid;
alter table batch_items add column note text;

-- A transaction is taken back at most once, whatever runs at the same time.
create unique index transactions_reversal on transactions (tenant, reversal_of)
  where reversal_of is not null and status = 'success';
