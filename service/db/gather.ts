import { type Database, ofAllTenants, type Pool } from "./pool.ts";

type Waiting<K, V> = { key: K; resolve(value: V): void; reject(error: unknown): void };
type Queue<K, V> = { waiting: Waiting<K, V>[]; isRunning: boolean };

/** The upper limit of keys per statement, so that the first caller does not wait long for the last. */
const MAX_KEYS_PER_READ = 256;

/**
 * Turns a read of many keys into a read of one key: requests that arrive during a read share the next one. A busy
 * process then reads once for dozens of requests. No result is older than its request. `load` returns the values in the
 * order of the keys. Where it fails, every request in it fails. It serves requests of several tenants, so each key must name its own.
 */
export function gather<K, V>(
  load: (db: Pool, keys: readonly K[]) => Promise<readonly V[]>,
): (db: Database, key: K) => Promise<V> {
  const queues = new WeakMap<Pool, Queue<K, V>>();

  async function run(db: Pool, queue: Queue<K, V>): Promise<void> {
    queue.isRunning = true;
    while (true) {
      // Requests of the same turn of the event loop join.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.waiting.splice(0, MAX_KEYS_PER_READ);
      if (batch.length === 0) break;
      await readBatch(db, batch);
    }
    queue.isRunning = false;
  }

  async function readBatch(db: Pool, batch: readonly Waiting<K, V>[]): Promise<void> {
    try {
      const values = await load(
        db,
        batch.map(({ key }) => key),
      );
      if (values.length !== batch.length) throw new Error("a gathered read left a key without a value");
      batch.forEach(({ resolve }, index) => {
        // The lengths are equal; a value may itself be undefined.
        resolve(values[index] as V);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (scoped, key) => {
    const db = ofAllTenants(scoped);
    const queue = queues.get(db) ?? { waiting: [], isRunning: false };
    queues.set(db, queue);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ key, resolve, reject });
      if (!queue.isRunning) void run(db, queue);
    });
  };
}
