import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { startTemporaryPostgres } from "../../scripts/postgres/guarded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { openPool } from "../db/pool.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server for test databases; the database in its URL is not used. */
    databaseServer: string;
    /** The same server as the role of the running service. */
    runtimeServer: string;
    /** The migrated database that each test file clones. */
    databaseTemplate: string;
  }
}

/**
 * Runs once: provides a server (a temporary one, or the one of `DATABASE_URL`) with a migrated template database.
 */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  // Without fsync: no data outlives the run, and crash tests start their own server. Autovacuum need not visit many small
  // databases every few seconds.
  const own = given
    ? undefined
    : await startTemporaryPostgres({ fsync: "off", full_page_writes: "off", autovacuum_naptime: "1min" });
  const databaseServer = given ?? own?.url ?? "";
  const databaseTemplate = `wallet_template_${randomBytes(4).toString("hex")}`;
  await runOn(databaseServer, `create database ${databaseTemplate}`);
  const runtime = await createRuntimeRole(databaseServer);
  await migrateTemplate(databaseServer, databaseTemplate);
  project.provide("runtimeServer", runtime);
  project.provide("databaseServer", databaseServer);
  project.provide("databaseTemplate", databaseTemplate);
  return async () => {
    if (own) await own.stop();
    else await runOn(databaseServer, `drop database if exists ${databaseTemplate} with (force)`);
  };
}

const RUNTIME_ROLE = "wallet_runtime_test";

/** Creates the role of the service under test and returns its URL. */
async function createRuntimeRole(server: string): Promise<string> {
  const password = randomBytes(12).toString("hex");
  await runOn(
    server,
    `do $$ begin create role ${RUNTIME_ROLE}; exception when duplicate_object then null; end $$;
     alter role ${RUNTIME_ROLE} login nosuperuser nocreatedb nocreaterole password '${password}'`,
  );
  const url = new URL(server);
  url.username = RUNTIME_ROLE;
  url.password = password;
  return url.href;
}

async function migrateTemplate(server: string, name: string): Promise<void> {
  const pool = openPool({ url: new URL(`/${name}`, server).href, max: 1, applicationName: "template" });
  await migrate(pool, { appliedAt: new Date("2026-01-01T00:00:00Z"), runtimeRole: RUNTIME_ROLE });
  await pool.end();
}

async function runOn(server: string, sql: string): Promise<void> {
  const pool = openPool({ url: server, max: 1, applicationName: "test-setup" });
  await pool.query(sql);
  await pool.end();
}
