-- These five replace the indexes that name the status: a delivery that succeeds keeps its place in each of them (decision 0213).
create index concurrently if not exists webhook_deliveries_without_error on webhook_deliveries (tenant, id)
  where kind = 'subscription' and error_code is null;
