-- Cards whose present state their issuer has not acknowledged yet. `version` counts changes: what was sent before the last one does not
-- count. Cards 3, decision 0158.
create table issuer_notices (
  tenant integer not null references tenants (id),
  card uuid not null,
  version integer not null default 1,
  -- Whether limits and lists have changed too.
  has_controls boolean not null,
  attempts integer not null default 0,
  -- The next try. A process that tries moves it ahead, so that no other one tries meanwhile.
  due_at timestamptz not null,
  problem text,
  created_at timestamptz not null,
  primary key (tenant, card),
  foreign key (tenant, card) references cards (tenant, id)
);
create index issuer_notices_due on issuer_notices (due_at);
