-- Orders that the issuer has not answered are looked for every few seconds, among all cards.
create index concurrently if not exists cards_requested on cards (tenant, updated_at) where status = 'requested';
