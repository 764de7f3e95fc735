-- A subscription may demand that its endpoint proves to belong to the merchant before events go there. Decision 0089.
alter table webhook_subscriptions
  add column verify_endpoint boolean not null default false,
  add column verified_at timestamptz;
