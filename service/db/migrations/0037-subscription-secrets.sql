-- A signing secret per subscription, beside the merchant's private key. After a roll the former one signs too until
-- `previous_secret_until`. Decision 0088.
alter table webhook_subscriptions
  add column secret_sealed bytea,
  add column previous_secret_sealed bytea,
  add column previous_secret_until timestamptz,
  add constraint webhook_subscriptions_previous_secret
    check ((previous_secret_sealed is null) = (previous_secret_until is null));
