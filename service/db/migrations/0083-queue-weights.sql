-- Postings of the merchant in each turn of the ledger's queue. Null: one. Each service process reads those that are set.
alter table tenant_settings add column queue_weight smallint check (queue_weight between 1 and 100);
create index tenant_settings_with_weights on tenant_settings (tenant) where queue_weight is not null;
