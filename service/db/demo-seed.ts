import { type Database, ofAllTenants, type Queryable } from "./pool.ts";

const LOCK_KEY = 7_104_222_003n;

/**
 * Excludes other seeds until the returned function is called or the process ends. Returns undefined where another seed
 * holds the lock.
 */
export async function lockDemoSeed(db: Database): Promise<(() => Promise<void>) | undefined> {
  const client = await ofAllTenants(db).connect();
  // Unlock explicitly: a closed connection keeps its lock until its backend notices.
  const unlock = async () => {
    await client.query("select pg_advisory_unlock_all()").finally(() => client.release(true));
  };
  try {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK_KEY]);
    if (rows[0]?.locked) return unlock;
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return undefined;
}

export async function isDemoSeedUnfinished(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    "select exists (select from demo_seed where finished_at is null) as found",
  );
  return rows[0]?.found ?? false;
}

export async function insertDemoSeed(db: Queryable, at: Date): Promise<void> {
  await db.query("insert into demo_seed (started_at) values ($1)", [at]);
}

export async function finishDemoSeed(db: Queryable, at: Date): Promise<void> {
  await db.query("update demo_seed set finished_at = $1", [at]);
}
