-- Failures are counted by address too, and past sessions tell who has signed in from there before.
create index login_failures_of_address on login_failures (address, at);
drop index sessions_user;
create index sessions_user on sessions (user_id);

-- A number that failed its check is nobody's: whoever it belongs to may bring it.
update customers set bvn_hash = null where bvn_verified_at is null and bvn_hash is not null;
update customers set nin_hash = null where nin_verified_at is null and nin_hash is not null;
