-- Until when a tenant's books are proven; null while a whole check is due, as after one that found something.
alter table ledger_checks add column proven_at timestamptz;
