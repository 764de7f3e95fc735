import type pg from "pg";

/**
 * Starts several queries on a pipelining connection and waits for all of them. They leave as one write: the server
 * wakes once, and a round trip costs one system call instead of one per query.
 */
export async function inOneWrite<T extends readonly unknown[] | []>(
  client: pg.Client,
  start: () => T,
): Promise<{ -readonly [K in keyof T]: PromiseSettledResult<Awaited<T[K]>> }> {
  const { stream } = client.connection;
  stream.cork();
  let queries: T;
  try {
    queries = start();
  } finally {
    stream.uncork();
  }
  return await Promise.allSettled(queries);
}
