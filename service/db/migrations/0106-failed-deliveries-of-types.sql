create index concurrently if not exists webhook_deliveries_failures_of_type on webhook_deliveries (tenant, event_type, id)
  where kind = 'subscription' and error_code is not null and next_retry_at is null;
