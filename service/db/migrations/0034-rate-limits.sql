-- Requests a minute with one key or session, and of all callers of the merchant in this mode. Null: the default of the service.
alter table tenant_settings
  add column requests_per_key int check (requests_per_key > 0),
  add column requests_per_merchant int check (requests_per_merchant > 0);
-- Each service process reads the exceptions every few seconds.
create index tenant_settings_with_rate_limits on tenant_settings (tenant)
  where requests_per_key is not null or requests_per_merchant is not null;
