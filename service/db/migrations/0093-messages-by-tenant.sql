-- Messages are sent for the tenants in turn. 0: for a person outside any tenant, such as a password reset. Decision 0162.
alter table messages add column for_tenant integer not null default 0;
-- safe: the table has the messages that wait and 30 days of failures, so this takes milliseconds
create index messages_due_of_tenant on messages (for_tenant, due_at) where failed_at is null;
-- The former release works without it, slower.
drop index messages_due;
