import type { Database } from "../pool.ts";
import { firstIdAt } from "../uuid-time.ts";

/** The history tables, with the UUIDv7 column whose day selects the partition. */
export const history = {
  webhook_events: "id",
  webhook_deliveries: "id",
  webhook_attempts: "delivery_id",
} as const;
export type HistoryTable = keyof typeof history;

const DAY_MS = 86_400_000;

/** Creates the partition of a UTC day unless it exists. Rows of that day in the default partition move into it. */
export async function openPartition(db: Database, table: HistoryTable, day: Date): Promise<boolean> {
  const { rows } = await db.query<{ isNew: boolean | null }>(
    `select open_webhook_partition($1, $2, $3::uuid, $4::uuid) as "isNew"`,
    [table, suffixOf(day), firstIdAt(day), firstIdAt(new Date(day.getTime() + DAY_MS))],
  );
  return rows[0]?.isNew ?? false;
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
  await db.query("select drop_webhook_partition($1, $2)", [table, suffixOf(day)]);
}

/**
 * Deletes rows from before a day that lie in the default partition: they were written before their partition existed.
 */
export async function purgeDefault(db: Database, table: HistoryTable, before: Date): Promise<number> {
  const { rowCount } = await db.query(`delete from ${table}_default where ${history[table]} < $1`, [firstIdAt(before)]);
  return rowCount ?? 0;
}

function suffixOf(day: Date): string {
  return day.toISOString().slice(0, 10).replaceAll("-", "");
}
