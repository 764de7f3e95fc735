-- The audit log lists transactions with calls in order of time, and does not read the items of batches between them.
create index concurrently if not exists transactions_called on transactions (tenant, id) where request_id is not null;
