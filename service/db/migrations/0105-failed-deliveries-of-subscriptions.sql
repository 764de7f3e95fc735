create index concurrently if not exists webhook_deliveries_failures_of_subscription
  on webhook_deliveries (tenant, subscription_id, id)
  where kind = 'subscription' and error_code is not null and next_retry_at is null;
