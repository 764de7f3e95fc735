create index concurrently if not exists webhook_deliveries_failures on webhook_deliveries (tenant, id)
  where kind = 'subscription' and error_code is not null and next_retry_at is null;
