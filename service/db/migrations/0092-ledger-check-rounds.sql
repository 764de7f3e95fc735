-- Ledger 3, decision 0178. One row: up to which journals the verifier has looked for merchants with new ones, when it began the last round that
-- ended, and how far it has compared all accounts with what was proven. Null: the next round checks every merchant.
create table ledger_check_rounds (
  is_only boolean primary key default true check (is_only),
  journals_through bigint,
  checked_at timestamptz,
  compared_tenant integer not null default 0,
  compared_account bigint not null default 0,
  comparison_began_at timestamptz,
  compared_at timestamptz
);
insert into ledger_check_rounds default values;
