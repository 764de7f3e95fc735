import { expect, test } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { type Migration, migrate, readMigrations } from "./migrate.ts";
import { protectTables } from "./row-policies.ts";

const database = useTestDatabase({ template: false });
const appliedAt = new Date("2026-01-01T00:00:00Z");
const first: Migration = { name: "0001-a.sql", sql: "create table a (id int)", checksum: "a" };
const second: Migration = { name: "0002-b.sql", sql: "create table b (id int)", checksum: "b" };

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1",
  );
  return rows.map((row) => row.name);
}

test("runs missing files in order and once, also with concurrent starts", async () => {
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { appliedAt, migrations: [first] })));
  expect(runs.flat()).toEqual(["0001-a.sql"]);
  expect(await migrate(database.pool, { appliedAt, migrations: [first, second] })).toEqual(["0002-b.sql"]);
  expect(await tables()).toEqual(["a", "b"]);
});

test("a failed file leaves no changes", async () => {
  const broken: Migration = { name: "0003-c.sql", sql: "create table c (id int); select 1/0", checksum: "c" };
  const run = migrate(database.pool, { appliedAt, migrations: [first, second, broken] });
  await expect(run).rejects.toThrow("0003-c.sql failed: division by zero");
  expect(await tables()).toEqual(["a", "b"]);
});

test("an index is built concurrently, again after an interrupted run, and also with concurrent starts", async () => {
  const sql = "create unique index concurrently if not exists a_id on a (id)";
  const index: Migration = { name: "0003-i.sql", sql, checksum: "i" };
  await database.pool.query("insert into a values (1), (1)");
  const migrations = [first, second, index];
  await expect(migrate(database.pool, { appliedAt, migrations })).rejects.toThrow(
    "0003-i.sql failed: could not create",
  );
  await database.pool.query("delete from a");
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { appliedAt, migrations })));
  expect(runs.flat()).toEqual(["0003-i.sql"]);
  const { rows } = await database.pool.query("select indisvalid from pg_index where indexrelid = 'a_id'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
  await database.pool.query("drop index a_id; delete from schema_migrations where name = '0003-i.sql'");
});

test("an index of a partitioned table is built on each partition, and again after an interrupted run", async () => {
  await database.pool.query(
    `create table p (day int, id int) partition by list (day);
     create table p_1 partition of p for values in (1); create table p_default partition of p default;
     insert into p values (1, 1), (2, 2), (2, 2)`,
  );
  const sql = "-- By ID.\ncreate unique index concurrently if not exists p_id on p (id, day) where id > 0";
  const index: Migration = { name: "0003-p.sql", sql, checksum: "p" };
  const migrations = [first, second, index];
  await expect(migrate(database.pool, { appliedAt, migrations })).rejects.toThrow("could not create unique index");
  await database.pool.query("delete from p where id = 2");
  expect(await migrate(database.pool, { appliedAt, migrations })).toEqual(["0003-p.sql"]);
  const { rows } = await database.pool.query(
    `select c.relname as name, i.indisvalid as valid, i.indisunique as "unique" from pg_partition_tree('p_id') t
     join pg_class c on c.oid = t.relid join pg_index i on i.indexrelid = t.relid order by 1`,
  );
  expect(rows).toEqual(["p_id", "p_id_1", "p_id_default"].map((name) => ({ name, valid: true, unique: true })));
  await database.pool.query("drop table p; delete from schema_migrations where name = '0003-p.sql'");
});

test("does not wait long for a lock, so that others go on, and tries again", async () => {
  const column: Migration = { name: "0003-k.sql", sql: "alter table a add column k int", checksum: "k" };
  const reader = await database.pool.connect();
  await reader.query("begin; select from a");
  const run = migrate(database.pool, { appliedAt, migrations: [first, second, column] });
  await expect
    .poll(async () => (await database.pool.query("select from pg_locks where not granted")).rowCount)
    .toBeGreaterThan(0);
  // Waits behind the migration until that gives up.
  await database.pool.query("select from a");
  await reader.query("commit");
  reader.release();
  expect(await run).toEqual(["0003-k.sql"]);
  await database.pool.query("alter table a drop column k; delete from schema_migrations where name = '0003-k.sql'");
});

test("protects a table without holding up others for long, and tries again", async () => {
  await database.pool.query("create table c (tenant int)");
  const reader = await database.pool.connect();
  await reader.query("begin; select from c");
  const run = protectTables(database.pool, new URL(database.runtime.url).username);
  await expect
    .poll(async () => (await database.pool.query("select from pg_locks where not granted")).rowCount)
    .toBeGreaterThan(0);
  // Waits behind the policies until they give up.
  await database.pool.query("select from c");
  await reader.query("commit");
  reader.release();
  await run;
  const { rowCount } = await database.pool.query("select from pg_policy where polrelid = 'c'::regclass");
  expect(rowCount).toBe(2);
  await database.pool.query("drop table c");
});

test("rejects a file that was edited after it ran", async () => {
  const edited = { ...first, checksum: "other" };
  await expect(migrate(database.pool, { appliedAt, migrations: [edited, second] })).rejects.toThrow("was edited after");
});

test("rejects a database that has run more files", async () => {
  await expect(migrate(database.pool, { appliedAt, migrations: [first] })).rejects.toThrow("has run 0002-b.sql");
});

test("the migrations are numbered without gaps", async () => {
  const names = (await readMigrations()).map((migration) => migration.name);
  expect(names[0]).toBe("0001-merchants-and-members.sql");
});
