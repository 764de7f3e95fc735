-- What failed of one subscription or type, also where that is nothing: without these every failure of the merchant was looked at.
-- What goes well stands in neither.
create index webhook_deliveries_failures_by_subscription on webhook_deliveries (tenant, subscription_id, id)
  where kind = 'subscription' and status = 'failed';
create index webhook_deliveries_failures_by_type on webhook_deliveries (tenant, event_type, id)
  where kind = 'subscription' and status = 'failed';
-- The log of events by type read every event of the merchant where the type is rare.
create index webhook_events_by_type on webhook_events (tenant, type, id);
