import type { Queryable } from "./pool.ts";

/** The newest counts, also after one of a clock that was ahead. */
export async function upsertHeartbeat(db: Queryable, process: string, at: Date): Promise<void> {
  await db.query(
    `insert into heartbeats (process, at) values ($1, $2)
     on conflict (process) do update set at = excluded.at`,
    [process, at],
  );
}

/** Returns the last heartbeat of a process; undefined where it never sent one. */
export async function findHeartbeat(db: Queryable, process: string): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>("select at from heartbeats where process = $1", [process]);
  return rows[0]?.at;
}
