import { type Database, inTransaction, type Transaction } from "../pool.ts";
import { firstIdAt } from "../uuid-time.ts";

/** The history tables, with the UUIDv7 column whose day selects the partition. */
export const history = {
  webhook_events: "id",
  webhook_deliveries: "id",
  webhook_attempts: "delivery_id",
} as const;
export type HistoryTable = keyof typeof history;

const DAY_MS = 86_400_000;

/** A longer wait would block all writers behind this one; the next run retries. */
const LOCK_TIMEOUT = "set local lock_timeout = '2s'";

/** Creates the partition of a UTC day unless it exists. Rows of that day in the default partition move into it. */
export async function openPartition(db: Database, table: HistoryTable, day: Date): Promise<boolean> {
  const name = partitionName(table, day);
  const key = history[table];
  const [from, to] = [firstIdAt(day), firstIdAt(new Date(day.getTime() + DAY_MS))];
  return await inTransaction(db, async (tx) => {
    await tx.query(LOCK_TIMEOUT);
    // Two workers must not both find the partition missing.
    await tx.query(`lock table ${table}_default in access exclusive mode`);
    if (await exists(tx, name)) return false;
    await tx.query(`create table ${name} (like ${table} including all)`);
    await tx.query(
      `with moved as (delete from ${table}_default where ${key} >= '${from}' and ${key} < '${to}' returning *)
       insert into ${name} select * from moved`,
    );
    await tx.query(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
    return true;
  });
}

/** Returns the days that a table has partitions for, oldest first. */
export async function findPartitionDays(db: Database, table: HistoryTable): Promise<Date[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname`,
    [table],
  );
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
    return day ? new Date(`${year}-${month}-${day}T00:00:00Z`) : [];
  });
}

/** Drops a day of a table with all its rows. */
export async function dropPartition(db: Database, table: HistoryTable, day: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query(LOCK_TIMEOUT);
    await tx.query(`drop table if exists ${partitionName(table, day)}`);
  });
}

/**
 * Deletes rows from before a day that lie in the default partition: they were written before their partition existed.
 */
export async function purgeDefault(db: Database, table: HistoryTable, before: Date): Promise<number> {
  const { rowCount } = await db.query(`delete from ${table}_default where ${history[table]} < $1`, [firstIdAt(before)]);
  return rowCount ?? 0;
}

function partitionName(table: HistoryTable, day: Date): string {
  return `${table}_${day.toISOString().slice(0, 10).replaceAll("-", "")}`;
}

async function exists(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>("select to_regclass($1) is not null as found", [name]);
  return rows[0]?.found ?? false;
}
