create index concurrently if not exists webhook_deliveries_retries on webhook_deliveries (tenant, id)
  where kind = 'subscription' and next_retry_at is not null;
