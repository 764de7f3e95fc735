-- The reply to a plain transfer, credit or debit is rebuilt from its transaction, so its text is not kept. `shape` says how.
-- Such a row has the status 503 and an empty object as body: a former release replays these, and its caller tries again. Decision 0164.
alter table idempotency_keys add column transaction uuid, add column shape smallint;
