-- Wallets created in a range of days, for the list of wallets. Decision 0149.
create index concurrently if not exists wallets_by_creation on wallets (tenant, created_at, account_id) where customer_id is not null;
