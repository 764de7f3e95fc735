-- How the person last proved their identity to a session, and when. Sessions opened before count as signed in with a password.
alter table sessions
  add column assurance text not null default 'password' check (assurance in ('password', 'second_factor', 'passkey')),
  add column proven_at timestamptz;
update sessions set proven_at = created_at;
alter table sessions alter column assurance drop default, alter column proven_at set not null;
