-- When everything of a merchant was last checked: once a day, however often workers start. The former release leaves it as it is.
alter table ledger_checks add column full_checked_at timestamptz;
