import type { Database } from "./pool.ts";

type Waiting<K, V> = { key: K; resolve(value: V): void; reject(error: unknown): void };
type Line<K, V> = { waiting: Waiting<K, V>[]; isRunning: boolean };

/** The upper limit of keys per statement, so that the first caller does not wait long for the last. */
const MOST_AT_ONCE = 256;

/**
 * Turns a read of many keys into a read of one key: requests that arrive during a read share the next one. A busy
 * process then reads once for dozens of requests. No result is older than its request. `load` returns the values in the
 * order of the keys. Where it fails, every request in it fails.
 */
export function gather<K, V>(
  load: (db: Database, keys: readonly K[]) => Promise<readonly V[]>,
): (db: Database, key: K) => Promise<V> {
  const lines = new WeakMap<Database, Line<K, V>>();

  async function run(db: Database, line: Line<K, V>): Promise<void> {
    line.isRunning = true;
    while (true) {
      // Requests of the same turn of the event loop join.
      await new Promise((resolve) => setImmediate(resolve));
      const group = line.waiting.splice(0, MOST_AT_ONCE);
      if (group.length === 0) break;
      await answer(db, group);
    }
    line.isRunning = false;
  }

  async function answer(db: Database, group: readonly Waiting<K, V>[]): Promise<void> {
    try {
      const values = await load(
        db,
        group.map(({ key }) => key),
      );
      if (values.length !== group.length) throw new Error("a gathered read left a key without an answer");
      group.forEach(({ resolve }, index) => {
        // The lengths are equal; a value may itself be undefined.
        resolve(values[index] as V);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (db, key) => {
    const line = lines.get(db) ?? { waiting: [], isRunning: false };
    lines.set(db, line);
    return new Promise((resolve, reject) => {
      line.waiting.push({ key, resolve, reject });
      if (!line.isRunning) void run(db, line);
    });
  };
}
