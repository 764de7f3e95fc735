-- Lists of transactions. The kind leads, so that a rare one is found as fast as all; ascending, so that rows are added at the
-- end of their kind. Scanned backwards.
create index transactions_newest on transactions (tenant, kind, at, id);

-- What was not posted has no entries to be found by. Posting does not touch these.
create index transactions_failed_newest on transactions (tenant, at, id) where status <> 'success';
create index transactions_failed_source on transactions (tenant, source, at, id) where status <> 'success';
create index transactions_failed_destination on transactions (tenant, destination, at, id) where status <> 'success';

-- The same two indexes as before, but compared byte by byte: beginnings of references are found too, in every collation.
drop index transactions_posted_reference;
create unique index transactions_posted_reference on transactions (tenant, reference text_pattern_ops) where status = 'success';
drop index transactions_failed_reference;
create index transactions_failed_reference on transactions (tenant, reference text_pattern_ops) where status <> 'success';

-- Words of customers' names.
create index wallets_words on wallets using gin (to_tsvector('simple', account_name)) where customer_id is not null;
