-- Notes and tags of staff on wallets, and saved filters of lists. A removed note stays for the record.
create table wallet_notes (
  tenant integer not null references tenants (id),
  id uuid not null,
  customer_id uuid not null,
  author_id text not null,
  author_name text not null,
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, customer_id) references wallets (tenant, customer_id)
);
create index wallet_notes_of_wallet on wallet_notes (tenant, customer_id, id) where removed_at is null;
create index wallet_notes_words on wallet_notes using gin (tenant, to_tsvector('simple', search_text(body)))
  where removed_at is null;

-- By account, as the lists of wallets are.
create table wallet_tags (
  tenant integer not null,
  account_id bigint not null,
  tag text collate "C" not null,
  primary key (tenant, account_id, tag),
  foreign key (tenant, account_id) references wallets (tenant, account_id)
);
create index wallet_tags_by_tag on wallet_tags (tenant, tag, account_id);

-- Of a member at a merchant, in both modes.
create table saved_views (
  merchant_id uuid not null references merchants (id),
  id uuid primary key,
  member_id uuid not null references members (id),
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  unique (member_id, list, name)
);
