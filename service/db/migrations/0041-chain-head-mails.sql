-- Merchants may have the newest hash of the chain mailed to them every day (decision 0093). One chain covers both modes, so the setting
-- belongs to the merchant.
alter table merchants add column mail_chain_head boolean not null default false;
-- The Lagos day of the last mail: a mail is queued in the transaction that sets it.
alter table merchants add column chain_head_mailed_on date;
