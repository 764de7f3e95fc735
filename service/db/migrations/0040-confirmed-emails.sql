-- The mail and the text message of a registration carry different codes. Either opens the account, but only the mailed code confirms the
-- e-mail (decision 0076).
alter table users add column email_confirmed_at timestamptz;
-- Nobody can tell any more which of two equal codes was entered. Accounts of that time count as confirmed.
update users set email_confirmed_at = verified_at;

alter table registrations add column sms_code_hash bytea unique;
-- Wrong codes sent together with the e-mail, since the codes were sent.
alter table registrations add column wrong_codes int not null default 0;
-- Their codes are the same in the mail and in the text message: they must be sent again.
update registrations set expires_at = least(expires_at, now());

-- The mailed code of an account that was opened with the code of the text message; kept hashed, single use.
create table email_confirmations (
  user_id uuid primary key references users on delete cascade,
  code_hash bytea not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
