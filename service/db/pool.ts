import pg from "pg";
import { databaseServers, PrimaryClient } from "./primary.ts";
import { isReadOnly, isUnanswered } from "./sql-errors.ts";
import { type ReplicaReads, TenantDatabase, type TenantScope } from "./tenant-scope.ts";

/** Anything that can run a statement: the pool or a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;
export type Pool = pg.Pool;
/** The pool, or its rows of one tenant. */
export type Database = Pool | TenantDatabase;
export type Transaction = pg.PoolClient;

// int8 arrives as text. Amounts stay exact as bigint inside the service and become numbers only at its edge (ledger 4).
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Notices within 20 seconds that the server's machine has vanished, where nothing is on its way to it. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Part of a statement that runs without `statement_timeout`: the pool waits longer for its answer too. */
export const UNHURRIED = { query_timeout: 24 * 3_600_000 };

/**
 * Opens the pool. `url` is a PostgreSQL connection string; with several servers the pool uses the one that accepts writes. `connectMs`:
 * how long a caller waits for a connection. `answerMs`: how long for an answer, however long the server works on it; then
 * the connection is given up.
 */
export function openPool(options: {
  url: string;
  max: number;
  applicationName: string;
  connectMs?: number;
  answerMs?: number;
}): Pool {
  const pool = new pg.Pool({
    ...(databaseServers(options.url).length > 1 ? { Client: PrimaryClient } : {}),
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: options.connectMs ?? 10_000,
    ...(options.answerMs ? { query_timeout: options.answerMs } : {}),
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
  });
  // Without a listener, a broken idle connection would end the process. The next query gets a new connection.
  pool.on("error", () => undefined);
  return pool;
}

/** Returns the database as a request of this tenant sees it, reading from `replicas` where they are given. Decisions 0084, 0191. */
export function ofTenant(db: Database, scope: TenantScope, replicas?: ReplicaReads): Database {
  return new TenantDatabase(ofAllTenants(db), scope, replicas);
}

/**
 * Returns the database with the rows of all tenants. For a request that acts for a person at all their merchants, and for statements
 * that serve several requests; `tenant-scope.test.ts` lists them with their reasons.
 */
export function ofAllTenants(db: Database): Pool {
  return db instanceof TenantDatabase ? db.pool : db;
}

/** Transactions that wrote an outbox record, and the listeners for their commits. */
const outboxWriters = new WeakSet<Transaction>();
const listeners = new WeakMap<Pool, () => void>();

/** Wakes the worker when this transaction has committed. */
export function wakeAfterCommit(tx: Transaction): void {
  outboxWriters.add(tx);
}

/** Calls `listener` after each commit of this pool that wrote an outbox record. The listener must not throw. */
export function onOutboxCommitted(db: Pool, listener: () => void): void {
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

/**
 * Takes a connection from the pool, which listens to idle ones only: one lost without a listener would end the process. The listener is
 * added in the callback, because PostgreSQL's farewell can arrive in the packet that made the connection ready, before a promise continues.
 */
function takeConnection(pool: Pool, onLost: (error: Error) => void): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (!client) return reject(error);
      client.on("error", onLost);
      resolve(client);
    });
  });
}

/** Runs `work` in one transaction. Commits when it returns and rolls back when it throws. */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const pool = ofAllTenants(db);
  let broken: Error | undefined;
  const lose = (error: Error) => {
    broken = error;
  };
  const client = await takeConnection(pool, lose);
  try {
    await client.query(db instanceof TenantDatabase ? db.begin : "begin");
    const result = await work(client);
    await client.query("commit");
    if (db instanceof TenantDatabase) db.noteCommit();
    if (outboxWriters.has(client)) listeners.get(pool)?.();
    return result;
  } catch (error) {
    // A server that has vanished would not answer this either.
    if (isUnanswered(error)) lose(error);
    else await client.query("rollback").catch(lose);
    // The server became a standby: the next transaction looks for the primary.
    if (isReadOnly(error)) lose(error);
    throw error;
  } finally {
    outboxWriters.delete(client);
    client.off("error", lose);
    client.release(broken);
  }
}
