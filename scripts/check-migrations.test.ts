import { describe, expect, it } from "vitest";
import { findUnsafeMigrations } from "./check-migrations.ts";
import { readSources } from "./sources.ts";

const MIGRATIONS = readSources(["service/db/migrations/*.sql"]);
const NEXT = "service/db/migrations/9000-next.sql";

/** What is found in a new migration after all that exist. */
function problemsOf(text: string): string[] {
  return findUnsafeMigrations([...MIGRATIONS, { path: NEXT, text }])
    .filter(({ path }) => path === NEXT)
    .map(({ line, message }) => `${line}: ${message}`);
}

describe("a new migration", () => {
  it.each([
    ["create index a on transactions (tenant);", "concurrently"],
    ["create unique index if not exists a on only entries (tenant);", "concurrently"],
    ["create index concurrently if not exists a on entries (tenant); select 1;", "alone in its file"],
    ["create index concurrently a on entries (tenant);", "if not exists"],
    ["alter table customers add column token uuid default gen_random_uuid();", "rewrites the table"],
    ["alter table customers add column token uuid not null default gen_random_uuid();", "rewrites the table"],
    ["alter table customers add n bigserial;", "rewrites the table"],
    ["alter table customers add column n bigint generated always as identity;", "rewrites the table"],
    ["alter table customers add column kind text check (kind in ('a'));", "not valid"],
    ["alter table customers add constraint a check (first_name <> '');", "not valid"],
    ["alter table wallets add foreign key (tenant) references tenants (id);", "not valid"],
    ["alter table wallets add constraint a unique (tenant, id);", "using the index"],
    ["alter table wallets alter column email type varchar(100);", "new type"],
    ["alter table wallets alter email set not null;", "nulls"],
    ["update wallets set email = '';", "slices"],
    ["with old as (select id from wallets) update wallets w set email = '' from old where w.id = old.id;", "slices"],
    ["with gone as (delete from wallets returning id) select count(*) from gone;", "slices"],
    ["insert into wallets (tenant, id) select tenant, id from customers;", "slices"],
    ["insert into wallets (tenant, id) with c as (table customers) select tenant, id from c;", "slices"],
    ["do $$ begin update wallets set email = ''; end $$;", "hides its statements"],
    ["lock table wallets in exclusive mode;", "locks the table"],
    ["alter table tenant_settings add column a integer not null;", "give it a default"],
    ["alter table tenant_settings drop column callback_url;", "one release later"],
    ["alter table wallets rename column email to mail;", "one release later"],
    ["alter table wallets rename to purses;", "one release later"],
    ["drop table if exists wallets;", "one release later"],
    [
      "alter table wallets add constraint a check (true) not valid;\nalter table wallets validate constraint a;",
      "next file",
    ],
    ["-- safe: the table is small everywhere\nselect 1;", "nothing needs it"],
  ])("%s is refused", (text, message) => {
    expect(problemsOf(text).join()).toContain(message);
  });

  it.each([
    "create table new (tenant integer not null, kind text check (kind in ('a')));\ncreate index a on new (tenant);",
    "create index concurrently if not exists a on entries (tenant);",
    "alter table customers add column a text;",
    "alter table customers add column a boolean not null default false, add column b timestamptz not null default now();",
    "alter table tenant_settings add column a text check (a in ('b'));",
    "alter table customers add constraint a check (first_name <> '') not valid;",
    "alter table customers validate constraint a;",
    "insert into tenant_settings (tenant) select id from tenants;",
    "insert into webhook_stat_deltas (tenant) select tenant from webhook_attempts group by tenant;",
    "insert into wallets (tenant) values (1) on conflict (tenant) do update set email = '';",
    "with one as (select id from tenants for no key update) update tenant_settings set callback_url = '' from one;",
    "alter table wallets add constraint a unique using index b;",
    "alter table wallets alter column email drop not null;",
    "alter table wallets drop constraint a;",
    "create function f() returns trigger language plpgsql as $$ begin update wallets set email = ''; end $$;",
    "-- drop table wallets;\nselect 'a;', 'drop table wallets';",
    "-- safe: the former release does not use this table\ndrop table wallets;",
  ])("%s passes", (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it("is refused with the line of its statement", () => {
    expect(problemsOf("-- A comment.\n\nselect 1;\n\n-- Why.\nlock table wallets;\n")).toEqual(["6: locks the table"]);
  });
});

describe("a list of values", () => {
  const rewrite = (values: string) =>
    `alter table approvals add constraint approvals_kind_check\n  check (kind in (${values})) not valid;`;

  it("that lost a value of an earlier migration is refused, unless the reason is given", () => {
    expect(problemsOf(rewrite("'transfer', 'credit'")).join()).toContain(
      "approvals.approvals_kind_check allowed debit,",
    );
    expect(problemsOf(`-- safe: nobody ever wrote the other values\n${rewrite("'transfer'")}`)).toEqual([]);
  });

  it("of a column is known from its table", () => {
    const next = "alter table cards add constraint cards_type_check check (type in ('VIRTUAL')) not valid;";
    expect(problemsOf(next).join()).toContain("cards.cards_type_check allowed PHYSICAL before");
  });

  it("that lost values of another branch's migration is found where that happened", () => {
    const lost = findUnsafeMigrations(MIGRATIONS, "0070").filter(({ message }) => message.includes("no longer does"));
    expect(lost.map(({ path }) => path.slice(path.lastIndexOf("/") + 1))).toEqual([
      "0072-batches-of-a-payer.sql",
      "0074-card-controls.sql",
    ]);
    expect(lost[0]?.message).toBe(
      "approvals.approvals_kind_check allowed card_fund, card_unload before, and no longer does",
    );
  });
});
