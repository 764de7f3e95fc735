import pg from "pg";

/** Anything that can run a statement: the pool, or one transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;
export type Database = pg.Pool;
export type Transaction = pg.PoolClient;

// int8 arrives as text: money stays exact as bigint inside, a number only at the edge (ledger 4).
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Opens the pool. `url` is a PostgreSQL connection string. */
export function openPool(options: { url: string; max: number; applicationName: string }): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
  });
  // Without a listener a broken idle connection would end the process; who asks next gets a fresh one.
  pool.on("error", () => undefined);
  return pool;
}

/** Transactions that wrote a cause of events, and who is to hear of their commits. */
const causing = new WeakSet<Transaction>();
const listeners = new WeakMap<Database, () => void>();

/** Says that the worker should look at once when this transaction has committed. */
export function wakeAfterCommit(tx: Transaction): void {
  causing.add(tx);
}

/** Calls `listener` after each commit of this pool that wrote a cause of events; it must not throw. */
export function onOutboxCommitted(db: Database, listener: () => void): void {
  listeners.set(db, listener);
}

/** Runs `work` in one transaction: commits its return, rolls back its throw. */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.connect();
  let broken: Error | undefined;
  // The pool listens to idle connections only: one that is lost in our hands would end the process.
  const lose = (error: Error) => {
    broken = error;
  };
  client.on("error", lose);
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    if (causing.has(client)) listeners.get(db)?.();
    return result;
  } catch (error) {
    await client.query("rollback").catch(lose);
    throw error;
  } finally {
    causing.delete(client);
    client.off("error", lose);
    client.release(broken);
  }
}
