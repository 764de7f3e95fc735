-- When the issuer locked or unlocked a card last: its events repeat and overtake each other.
alter table cards add column issuer_lock_at timestamptz;
