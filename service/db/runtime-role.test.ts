import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { openTestBooks } from "../testing/ledger/books.ts";
import { findConfinementProblem, findRoleProblem, RESTRICTED, requestsRoleOf } from "./runtime-role.ts";

const database = useTestDatabase();
const owner = () => new URL(database.url).username;

const REFUSED = "42501";
const codeOf = (sql: string) =>
  database.runtime.pool.query(sql).then(
    () => "allowed",
    (error: pg.DatabaseError) => error.code,
  );

beforeAll(async () => {
  await openTestBooks(database.pool, { wallets: 1 });
});

describe("the runtime role", () => {
  it.each([
    "update entries set delta = 1",
    "delete from entries",
    "truncate entries",
    "update journals set at = now()",
    "delete from journals",
    "update transactions set description = 'rent'",
    "delete from transactions",
    "update audit_log set reason = 'another'",
    "delete from audit_log",
    "update book_seals set at = now()",
    "delete from book_seals",
    "insert into schema_migrations values ('9999-x.sql', '', now())",
    "alter table entries disable trigger all",
    "alter table audit_log drop column mac",
    "drop table audit_log",
    "drop trigger entries_append_only on entries",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    "create table mine (id int)",
    "create trigger mine before insert on entries execute function refuse_change()",
    "set session_replication_role = replica",
    "create role another",
    "alter role current_user superuser",
    "select setval('journal_ids', 1)",
  ])("may not: %s", async (sql) => {
    expect(await codeOf(sql)).toBe(REFUSED);
  });

  it("cannot become the owner", async () => {
    expect(await codeOf(`set role ${pg.escapeIdentifier(owner())}`)).toBe(REFUSED);
    expect(await codeOf(`set session authorization ${pg.escapeIdentifier(owner())}`)).toBe(REFUSED);
  });

  it("opens and drops only partitions of the history of webhooks", async () => {
    const [low, high] = ["01900000-0000-7000-8000-000000000000", "01900100-0000-7000-8000-000000000000"];
    const open = (parent: string, suffix: string) =>
      codeOf(`select open_webhook_partition('${parent}', '${suffix}', '${low}', '${high}')`);
    expect(await open("webhook_events", "20200101")).toBe("allowed");
    expect(await codeOf("select drop_webhook_partition('webhook_events', '20200101')")).toBe("allowed");
    expect(await open("entries", "20200101")).toBe("22023");
    expect(await open("webhook_events", "x; drop table entries")).toBe("22023");
    expect(await codeOf("select drop_webhook_partition('audit', 'log')")).toBe("22023");
  });

  it("confines requests to their tenant, and the owner does not", async () => {
    expect(await findConfinementProblem(database.runtime.pool)).toBeNull();
    expect(await findConfinementProblem(database.pool)).toContain(requestsRoleOf(owner()));
  });

  it("has no rights that would let it rewrite the books, and the owner has", async () => {
    expect(await findRoleProblem(database.runtime.pool)).toBeNull();
    expect(await findRoleProblem(database.pool)).toContain(owner());
  });
});

it("every table whose rows must not change is restricted", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgfoid in ('refuse_change'::regproc, 'refuse_change_of_posted'::regproc) and t.tgqual is null and not c.relispartition`,
  );
  for (const { name } of rows) expect(Object.keys(RESTRICTED), name).toContain(name);
});

it("a table that a later migration adds can be used, and no table beyond its rights", async () => {
  const { rows } = await database.pool.query<{ name: string; rights: string }>(
    `select table_name::text as name, string_agg(lower(privilege_type), ', ' order by privilege_type desc) as rights
     from information_schema.role_table_grants where grantee = $1 group by 1`,
    [new URL(database.runtime.url).username],
  );
  const rights = new Map(rows.map((row) => [row.name, row.rights.split(", ").sort().join(", ")]));
  const tables = await database.pool.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  for (const { name } of tables.rows) {
    expect(rights.get(name), name).toBe(
      (RESTRICTED[name] ?? "delete, insert, select, update").split(", ").sort().join(", "),
    );
  }
});
