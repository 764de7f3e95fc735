-- The trace context of the request that caused a record, so that its events and deliveries continue the trace. Empty unless tracing is on
-- (decision 0185). `traces`: by transaction of the journal, or one as `all`. No default, so the tables are not rewritten.
alter table outbox add column traces jsonb;
alter table webhook_events add column traceparent text;
