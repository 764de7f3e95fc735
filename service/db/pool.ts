import pg from "pg";

/** Anything that can run a statement: the pool or a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;
export type Database = pg.Pool;
export type Transaction = pg.PoolClient;

// int8 arrives as text. Amounts stay exact as bigint inside the service and become numbers only at its edge (ledger 4).
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
  // Without a listener, a broken idle connection would end the process. The next query gets a new connection.
  pool.on("error", () => undefined);
  return pool;
}

/** Transactions that wrote an outbox record, and the listeners for their commits. */
const outboxWriters = new WeakSet<Transaction>();
const listeners = new WeakMap<Database, () => void>();

/** Wakes the worker when this transaction has committed. */
export function wakeAfterCommit(tx: Transaction): void {
  outboxWriters.add(tx);
}

/** Calls `listener` after each commit of this pool that wrote an outbox record. The listener must not throw. */
export function onOutboxCommitted(db: Database, listener: () => void): void {
  listeners.set(db, listener);
}

/** Runs `work` inside a transaction and undoes what it wrote when it throws; the transaction stays usable. */
export async function inSavepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.query("savepoint undo");
  try {
    const result = await work();
    await tx.query("release savepoint undo");
    return result;
  } catch (error) {
    await tx.query("rollback to savepoint undo");
    throw error;
  }
}

/** Runs `work` in one transaction. Commits when it returns and rolls back when it throws. */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.connect();
  let broken: Error | undefined;
  // The pool listens to idle connections only: a connection lost during the transaction would end the process.
  const lose = (error: Error) => {
    broken = error;
  };
  client.on("error", lose);
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    if (outboxWriters.has(client)) listeners.get(db)?.();
    return result;
  } catch (error) {
    await client.query("rollback").catch(lose);
    throw error;
  } finally {
    outboxWriters.delete(client);
    client.off("error", lose);
    client.release(broken);
  }
}
