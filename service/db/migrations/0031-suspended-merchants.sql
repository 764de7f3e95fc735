-- A merchant is stopped while the platform suspends it or its review is DISABLED. `suspended_at` says since when, for either.
alter table merchants add column suspended_at timestamptz, add column suspended_reason text;
update merchants set suspended_at = updated_at where review = 'DISABLED';
alter table merchants add constraint merchants_suspended_check
  check ((suspended_at is not null) = (suspended_reason is not null or review = 'DISABLED'));

-- The emergency freeze of one mode: one row instead of one update per wallet.
alter table tenant_settings add column wallets_frozen_at timestamptz, add column wallets_frozen_reason text,
  add column wallets_frozen_by text;
alter table tenant_settings add constraint tenant_settings_wallets_frozen_check
  check (num_nulls(wallets_frozen_at, wallets_frozen_reason, wallets_frozen_by) in (0, 3));
