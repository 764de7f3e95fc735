import { readMigrations } from "./migrate.ts";
import type { Queryable } from "./pool.ts";

let known: Promise<string[]> | undefined;

/**
 * Returns the names of this version's migrations that the database has not run.
 * @throws where the database does not respond
 */
export async function findMissingMigrations(db: Queryable): Promise<string[]> {
  known ??= readMigrations().then((migrations) => migrations.map((migration) => migration.name));
  const { rows: found } = await db.query<{ table: string | null }>(
    `select to_regclass('schema_migrations')::text as "table"`,
  );
  if (!found[0]?.table) return known;
  const { rows } = await db.query<{ name: string }>("select name from schema_migrations");
  const applied = new Set(rows.map((row) => row.name));
  return (await known).filter((name) => !applied.has(name));
}
