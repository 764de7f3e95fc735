import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assignRanges } from "./number-ranges.ts";
import type { Pool, Transaction } from "./pool.ts";
import { grantRuntime } from "./runtime-role.ts";
import { SHORT_LOCKS, withShortLocks } from "./short-locks.ts";

export type Migration = { name: string; sql: string; checksum: string };

const MIGRATIONS_FOLDER = join(import.meta.dirname, "migrations");
const LOCK_KEY = 7_104_222_001n;
const LOCK_PAUSE_MS = 200;
/** A file with this statement has no other one (scripts/check-migrations.ts). */
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)\s+on (\w+)/im;

/**
 * Migrates the schema: runs each missing numbered file, in order, each in its own transaction; a file
 * with `create index concurrently` outside one. Concurrent callers wait
 * for each other. `runtimeRole` then gets the rights of the service, and sequences the numbers of `databaseNumber`. Returns the names of the files that ran; `appliedAt` is stored
 * with each.
 * @throws where a file was edited after it ran, or where the database is newer than these files
 */
export async function migrate(
  db: Pool,
  options: {
    appliedAt: Date;
    migrations?: Migration[];
    runtimeRole?: string | undefined;
    databaseNumber?: number | undefined;
  },
): Promise<string[]> {
  const migrations = options.migrations ?? (await readMigrations());
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set idle_in_transaction_session_timeout = 0");
    // A session that waits for the lock inside a statement would hold up an index that is built concurrently.
    while (!(await takeLock(client))) await sleep(LOCK_PAUSE_MS);
    const ran = await runMissing(client, migrations, options.appliedAt);
    if (options.databaseNumber !== undefined) await assignRanges(client, options.databaseNumber);
    if (options.runtimeRole !== undefined) await grantRuntime(client, options.runtimeRole);
    return ran;
  } finally {
    // Close the connection instead of returning it to the pool: the lock and the settings end with it.
    client.release(true);
  }
}

/** Returns the numbered files in order, with the checksums that detect an edit. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      if (!name.startsWith(`${String(index + 1).padStart(4, "0")}-`)) {
        throw new Error(`Migrations are numbered without gaps from 0001: ${name} is in place ${index + 1}.`);
      }
      const sql = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function runMissing(client: Transaction, migrations: Migration[], appliedAt: Date): Promise<string[]> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)",
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations order by name",
  );
  assertSameHistory(rows, migrations);
  const missing = migrations.slice(rows.length);
  for (const migration of missing) await runOne(client, migration, appliedAt);
  return missing.map((migration) => migration.name);
}

function assertSameHistory(applied: { name: string; checksum: string }[], migrations: Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.name !== row.name) {
      throw new Error(`The database has run ${row.name}, which this version does not know. Run the version that does.`);
    }
    if (migration.checksum !== row.checksum) {
      throw new Error(
        `${row.name} was edited after this database had run it. Migrations only go forward: add a new one.`,
      );
    }
  }
}

async function takeLock(client: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>('select pg_try_advisory_lock($1) as "isTaken"', [LOCK_KEY]);
  return rows[0]?.isTaken === true;
}

async function runOne(client: Transaction, migration: Migration, appliedAt: Date): Promise<void> {
  const run = CONCURRENT_INDEX.test(migration.sql) ? buildIndex : runInTransaction;
  try {
    await withShortLocks(() => run(client, migration, appliedAt));
  } catch (error) {
    throw new Error(`${migration.name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function runInTransaction(client: Transaction, migration: Migration, appliedAt: Date): Promise<void> {
  await client.query("begin");
  try {
    await client.query(SHORT_LOCKS);
    await client.query(migration.sql);
    await recordRun(client, migration, appliedAt);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Builds an index outside a transaction. That of a partitioned table is built on one partition after the other; then the index of the table,
 * which cannot be built beside writers, takes them over and has nothing to read. Decision 0168.
 */
async function buildIndex(client: Transaction, migration: Migration, appliedAt: Date): Promise<void> {
  const found = CONCURRENT_INDEX.exec(migration.sql);
  const name = found?.[1] ?? "";
  const table = found?.[2] ?? "";
  // Not null: "name". Each row of a partition tree has a table.
  const { rows: partitions } = await client.query<{ name: string }>(
    "select relid::text as name from pg_partition_tree($1::regclass) where isleaf and level > 0 order by 1",
    [table],
  );
  if (partitions.length === 0) {
    await buildOne(client, name, migration.sql);
    return await recordRun(client, migration, appliedAt);
  }
  for (const partition of partitions) {
    const own = `${name}_${partition.name.slice(table.length + 1)}`;
    await buildOne(client, own, migration.sql.replace(name, own).replace(` on ${table}`, ` on ${partition.name}`));
  }
  const ofTable = { ...migration, sql: migration.sql.replace(/ concurrently\b/i, "") };
  await runInTransaction(client, ofTable, appliedAt);
}

/** A run that was interrupted leaves an index that is never used: it is built again. */
async function buildOne(client: Transaction, name: string, sql: string): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [name],
  );
  if (rowCount) await client.query(`drop index concurrently ${name}`);
  await client.query(sql);
}

async function recordRun(client: Transaction, { name, checksum }: Migration, appliedAt: Date): Promise<void> {
  await client.query("insert into schema_migrations (name, checksum, applied_at) values ($1, $2, $3)", [
    name,
    checksum,
    appliedAt,
  ]);
}
