-- The audit log lists transactions with their calls in order of time, whatever number of batch items lies between them.
create index concurrently if not exists transactions_called on transactions (tenant, id) where request_id is not null;
