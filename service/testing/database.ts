import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { openPool, type Pool } from "../db/pool.ts";

export type TestDatabase = {
  /** Open from `beforeAll` to `afterAll` of the file. */
  readonly pool: Pool;
  readonly url: string;
  /** The same database as the service's own role, which may not change the books. */
  readonly runtime?: { readonly pool: Pool; readonly url: string };
};

/**
 * A migrated, empty database for one test file, open as the owner of its tables, cloned from the template and dropped at the end.
 * `template: false` creates one without tables, for tests of migrations.
 */
export function useTestDatabase(options: { template?: boolean; connections?: number } = {}): Required<TestDatabase> {
  const name = `wallet_test_${randomBytes(6).toString("hex")}`;
  let pool: Pool | undefined;
  let runtimePool: Pool | undefined;
  const url = () => new URL(`/${name}`, inject("databaseServer")).href;
  const runtimeUrl = () => new URL(`/${name}`, inject("runtimeServer")).href;

  beforeAll(async () => {
    const template = options.template === false ? "template0" : inject("databaseTemplate");
    await onServer(`create database ${name} template ${template}`);
    pool = openPool({ url: url(), max: options.connections ?? 10, applicationName: name });
    runtimePool = openPool({ url: runtimeUrl(), max: options.connections ?? 10, applicationName: name });
  });
  afterAll(async () => {
    await pool?.end();
    await runtimePool?.end();
    await onServer(`drop database if exists ${name} with (force)`);
  });

  return {
    get pool() {
      if (!pool) throw new Error("The test database is open inside tests and hooks only.");
      return pool;
    },
    get url() {
      return url();
    },
    runtime: {
      get pool() {
        if (!runtimePool) throw new Error("The test database is open inside tests and hooks only.");
        return runtimePool;
      },
      get url() {
        return runtimeUrl();
      },
    },
  };
}

// Cloning locks the template, so only one clone at a time, across all worker processes.
async function onServer(sql: string): Promise<void> {
  const server = openPool({ url: inject("databaseServer"), max: 1, applicationName: "test-database" });
  try {
    const client = await server.connect();
    await client.query("select pg_advisory_lock(7104222002)");
    await client.query(sql);
    client.release(true);
  } finally {
    await server.end();
  }
}
