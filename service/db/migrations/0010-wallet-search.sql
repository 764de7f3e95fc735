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

-- Every word of a name once. Names repeat, so these are few where customers are many: a term with typing errors is compared with
-- the words, and customers are found by the words that are most like it. A word that nobody has any more does no harm.
create table name_words (
  tenant integer not null,
  word text collate "C" not null,
  primary key (tenant, word)
);
create index customers_name_words on customers using gin (tenant, string_to_array(search_name, ' '));
create index name_words_alike on name_words using gin (tenant, word gin_trgm_ops);

-- In order, so that two who bring the same new words wait for each other and never in a circle.
create function note_name_words() returns trigger language plpgsql as $$
begin
  insert into name_words
  select distinct a.tenant, w.word from added a cross join lateral string_to_table(a.search_name, ' ') as w (word)
  where w.word <> '' order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger customers_note_words after insert on customers
  referencing new table as added for each statement execute function note_name_words();
create trigger customers_note_new_words after update on customers
  referencing new table as added for each statement execute function note_name_words();
insert into name_words
select distinct c.tenant, w.word from customers c cross join lateral string_to_table(c.search_name, ' ') as w (word)
where w.word <> '' order by 1, 2;

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
