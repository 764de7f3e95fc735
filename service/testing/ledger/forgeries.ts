import { inTransaction } from "../../db/pool.ts";
import type { Services } from "../../domain/context.ts";
import { sealBooks } from "../../domain/transactions/seals/seal-books.ts";
import type { TestDatabase } from "../database.ts";

/** Seals everything committed so far. Transactions of other tests on the server delay it. */
export async function sealEverything(services: Services): Promise<void> {
  const { rows } = await services.db.query(
    "select max(id) as journal, (select max(number) from audit_log) from journals",
  );
  for (let isSealed = false; !isSealed; ) {
    await sealBooks(services);
    const sealed = await services.db.query<{ done: boolean }>(
      `select coalesce(max(journals_through) >= $1, false) and coalesce(max(audit_through) >= $2, $2::bigint is null) as done
       from book_seals`,
      [rows[0]?.journal, rows[0]?.max],
    );
    isSealed = sealed.rows[0]?.done ?? false;
  }
}

/** Runs a statement as a database superuser: no trigger refuses. Returns its first row. */
export async function forgeRows(
  database: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, string>> {
  return await inTransaction(database.pool, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    const { rows } = await tx.query<Record<string, string>>(sql, values);
    return rows[0] ?? {};
  });
}

/** Puts the rows of a table back after a forgery. */
export async function restoringTable(
  database: TestDatabase,
  table: string,
  forgery: () => Promise<void>,
): Promise<void> {
  await forgeRows(database, `create table kept_${table} as select * from ${table}`);
  try {
    await forgery();
  } finally {
    await forgeRows(database, `delete from ${table}`);
    const { rows } = await database.pool.query<{ columns: string }>(
      "select string_agg(quote_ident(attname), ',') as columns from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
      [table],
    );
    const columns = rows[0]?.columns;
    await forgeRows(database, `insert into ${table} (${columns}) select ${columns} from kept_${table}`);
    await forgeRows(database, `drop table kept_${table}`);
  }
}
