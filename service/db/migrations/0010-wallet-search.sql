-- Search over customers and wallets: by beginnings of names, by names with typing errors, by e-mail, and lists by state.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A name as it is searched for: without tone marks, dots under letters, apostrophes and capitals; hooked letters plain.
create function search_text(value text) returns text language sql immutable strict parallel safe
return translate(
  lower(regexp_replace(regexp_replace(normalize(value, NFD), U&'[\0300-\036F''\2019\02BC]', '', 'g'), '[-_.,\s]+', ' ', 'g')),
  U&'\0253\0257\0199\01B4', 'bdky'
);

-- Both orders, so that the beginning of either name is the beginning of a text.
alter table customers
  add column search_name text collate "C" not null generated always as (search_text(first_name || ' ' || last_name)) stored,
  add column search_name_reversed text collate "C" not null
    generated always as (search_text(last_name || ' ' || first_name)) stored;

create index customers_search_name on customers (tenant, search_name);
create index customers_search_name_reversed on customers (tenant, search_name_reversed);
create index customers_search_email on customers (tenant, (lower(email) collate "C"));
create index customers_similar_names on customers using gin (tenant, search_name gin_trgm_ops);

-- Lists by state, newest first. Postings change none of these columns, so their updates stay HOT.
create index accounts_by_state on accounts (tenant, frozen, post_no_credit, tier, id) where kind = 'wallet';

-- What the platform takes for a wallet's creation: an account of its own, so that it is locked like any other and not by lane.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check
  check (kind in ('wallet', 'merchant', 'platform_fee', 'merchant_fee', 'funding', 'wallet_fee'));

-- Wrong entries of a PIN; five in a row lock it until then.
alter table wallets
  add column pin_failures smallint not null default 0 check (pin_failures between 0 and 5),
  add column pin_locked_until timestamptz;
