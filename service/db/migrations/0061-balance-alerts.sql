-- The alert when the balance of the merchant wallet falls below an amount, for each mode. Decision 0102.
create table balance_alerts (
  tenant integer primary key references tenants (id),
  -- Kobo.
  threshold bigint not null check (threshold > 0),
  -- Null: the current Admins and MainMerchants.
  members uuid[],
  -- Since when the balance is below; null while it is not. Mailed once per fall.
  below_since timestamptz,
  updated_at timestamptz not null
);
