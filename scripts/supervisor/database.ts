import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import pg from "pg";
import { primaryUrl } from "../../service/db/primary.ts";
import { archiveSettings } from "../backup/backup-folder.ts";
import { type GuardedPostgres, startGuardedPostgres } from "../postgres/guarded-postgres.ts";
import { Problem } from "./problem.ts";
import { say, step } from "./progress.ts";
import type { Settings } from "./settings.ts";

/** The role of the service in the embedded database. */
export const RUNTIME_ROLE = "wallet_runtime";

/** The role of the sandbox bank in the embedded database, which owns the schemas of the bank and of the issuer beside it, and nothing else. */
const BANK_ROLE = "sandbox_bank";
const BANK_SCHEMAS = ["sandbox_bank", "sandbox_issuer"];

export function runtimePasswordFile(dataDir: string): string {
  return `${dataDir}.runtime.password`;
}

export type ProductDatabase = {
  /** For the service, the worker and commands. */
  url: string;
  /** For migrations: the role that owns the tables. */
  ownerUrl: string;
  /** For the sandbox bank. */
  bankUrl: string;
  isEmbedded: boolean;
  stop(): Promise<void>;
};

/** The database of the instance: DATABASE_URL, or else the embedded one in `DATA_DIR/pg`, restarted by its guardian. */
export async function startDatabase(settings: Settings): Promise<ProductDatabase> {
  if (settings.databaseUrl) {
    await step("database of DATABASE_URL reached", () => assertReachable(settings.databaseUrl ?? ""));
    const ownerUrl = settings.databaseOwnerUrl ?? settings.databaseUrl;
    const bankUrl = settings.bankDatabaseUrl ?? ownerUrl;
    return { url: settings.databaseUrl, ownerUrl, bankUrl, isEmbedded: false, stop: async () => undefined };
  }
  const dataDir = join(settings.dataDir, "pg");
  const order = {
    dataDir,
    logFile: join(settings.dataDir, "logs", "database.log"),
    ...(settings.backupDir && { settings: archiveSettings(settings.backupDir, dataDir) }),
  };
  discardUnfinishedSeed(settings);
  const shown = relative(settings.root, dataDir) || dataDir;
  let server: GuardedPostgres = await step(`database started in ${shown.startsWith("..") ? dataDir : shown}`, () =>
    startGuardedPostgres(order, sayRestarted).catch((error: Error) => {
      throw new Problem(`The embedded database does not start. ${error.message}`);
    }),
  );
  let isStopping = false;
  const { url: ownerUrl, port } = server;
  const url = await ensureRole(ownerUrl, RUNTIME_ROLE, runtimePasswordFile(dataDir));
  const bankUrl = settings.bankDatabaseUrl ?? (await ensureRole(ownerUrl, BANK_ROLE, `${dataDir}.bank.password`));
  for (const schema of BANK_SCHEMAS) {
    await query(ownerUrl, `create schema if not exists ${schema} authorization ${BANK_ROLE}`);
  }

  const watch = (): void => {
    void server.ended.then(async () => {
      if (isStopping) return;
      say("The database guardian exited; restarting it.");
      try {
        server = await startGuardedPostgres({ ...order, port }, sayRestarted);
        watch();
      } catch (error) {
        say(`The database does not restart: ${error instanceof Error ? error.message : error}`);
        process.kill(process.pid, "SIGTERM");
      }
    });
  };
  watch();
  return {
    url,
    ownerUrl,
    bankUrl,
    isEmbedded: true,
    async stop() {
      isStopping = true;
      await server.stop();
    },
  };
}

/** Creates a role without rights in the embedded database, with a password that only the owner of `DATA_DIR` reads. */
export async function ensureRole(ownerUrl: string, role: string, file: string): Promise<string> {
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  const password = readFileSync(file, "utf8").trim();
  await query(
    ownerUrl,
    `do $$ begin create role ${role}; exception when duplicate_object then null; end $$;
     alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

function sayRestarted(): void {
  say("The database exited and was restarted at the same address.");
}

async function assertReachable(url: string): Promise<void> {
  try {
    await query(url, "select 1");
  } catch (error) {
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : error;
    throw new Problem(`The database of DATABASE_URL cannot be reached: ${reason}`);
  }
}

/** Whether to run the seed: in an empty database, and after an interrupted seed, where it says what to do. */
export async function needsSeed(url: string): Promise<boolean> {
  const [row] = await query<{ needed: boolean }>(
    url,
    `select not exists (select from merchants) or exists (select from demo_seed where finished_at is null) as needed`,
  );
  return row?.needed === true;
}

export type DemoLogin = { email: string; role: string };

/** The demo merchant's members that can sign in; empty without a seed. */
export function listDemoLogins(url: string): Promise<DemoLogin[]> {
  return query<DemoLogin>(
    url,
    `select users.email, roles.name as role
       from members join users on users.id = members.user_id join roles on roles.id = members.role_id
      where users.email like '%@demo.example' and members.removed_at is null
      order by roles.id`,
  );
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await primaryUrl(url, 10_000), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Marks the embedded database as being seeded. The returned function removes the mark. */
export function markSeeding(settings: Settings): () => void {
  const mark = seedingMark(settings);
  writeFileSync(mark, "");
  return () => rmSync(mark, { force: true });
}

// The first start was killed during the seed. Nobody has used that database yet, so it is recreated.
function discardUnfinishedSeed(settings: Settings): void {
  const mark = seedingMark(settings);
  if (!existsSync(mark)) return;
  say("  …  the first start did not finish its demo data; recreating the database");
  rmSync(join(settings.dataDir, "pg"), { recursive: true, force: true });
  rmSync(mark, { force: true });
}

function seedingMark(settings: Settings): string {
  return join(settings.dataDir, "seeding");
}
