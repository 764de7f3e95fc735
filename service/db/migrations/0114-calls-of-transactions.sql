-- Who called for a transaction and from where, instead of an audit row beside it. Null where an audit row says it. Decision 0218.
alter table transactions add column actor_name text, add column address text, add column request_id text;
-- The code of these facts and a checksum of each, as `mac` and `row_sums` are for the rows of the journal.
alter table journals add column call_mac bytea, add column call_sums bytea;
