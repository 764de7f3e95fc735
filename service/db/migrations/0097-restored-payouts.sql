-- Payouts that were open when the database was restored: an attempt that was made later, and is lost here, may have paid them.
alter table payouts add column restored boolean not null default false;
