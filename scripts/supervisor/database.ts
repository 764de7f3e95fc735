import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import pg from "pg";
import { type GuardedPostgres, startGuardedPostgres } from "../guarded-postgres.ts";
import { Problem } from "./problem.ts";
import { say, step } from "./progress.ts";
import type { Settings } from "./settings.ts";

export type ProductDatabase = {
  url: string;
  isEmbedded: boolean;
  stop(): Promise<void>;
};

/** The database of the instance: the given one, else the embedded one in `DATA_DIR/pg`, kept alive by its guardian. */
export async function startDatabase(settings: Settings): Promise<ProductDatabase> {
  if (settings.databaseUrl) {
    await step("database of DATABASE_URL reached", () => assertReachable(settings.databaseUrl ?? ""));
    return { url: settings.databaseUrl, isEmbedded: false, stop: async () => undefined };
  }
  const dataDir = join(settings.dataDir, "pg");
  const order = { dataDir, logFile: join(settings.dataDir, "logs", "database.log") };
  discardHalfSeeded(settings);
  const shown = relative(settings.root, dataDir) || dataDir;
  let server: GuardedPostgres = await step(`database started in ${shown.startsWith("..") ? dataDir : shown}`, () =>
    startGuardedPostgres(order, sayRestarted).catch((error: Error) => {
      throw new Problem(`The embedded database does not start. ${error.message}`);
    }),
  );
  let isStopping = false;
  const { url, port } = server;

  const watch = (): void => {
    void server.ended.then(async () => {
      if (isStopping) return;
      say("The database's guardian ended; starting it again.");
      try {
        server = await startGuardedPostgres({ ...order, port }, sayRestarted);
        watch();
      } catch (error) {
        say(`The database does not come up again: ${error instanceof Error ? error.message : error}`);
        process.kill(process.pid, "SIGTERM");
      }
    });
  };
  watch();
  return {
    url,
    isEmbedded: true,
    async stop() {
      isStopping = true;
      await server.stop();
    },
  };
}

function sayRestarted(): void {
  say("The database had ended; it is up again at the same address.");
}

async function assertReachable(url: string): Promise<void> {
  try {
    await query(url, "select 1");
  } catch (error) {
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : error;
    throw new Problem(`The database of DATABASE_URL cannot be reached: ${reason}`);
  }
}

/** Whether to call the seed: without a merchant it makes the demo, after one that broke off it says what to do. */
export async function needsSeed(url: string): Promise<boolean> {
  const [row] = await query<{ needed: boolean }>(
    url,
    `select not exists (select from merchants) or exists (select from demo_seed where finished_at is null) as needed`,
  );
  return row?.needed === true;
}

export type DemoLogin = { email: string; role: string };

/** Who of the demo merchant can sign in; none without a seed. */
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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Marks that the embedded database is being seeded, until the returned function says that it is done. */
export function markSeeding(settings: Settings): () => void {
  const mark = seedingMark(settings);
  writeFileSync(mark, "");
  return () => rmSync(mark, { force: true });
}

// A first start that was killed while it seeded: nobody has used that database yet, so it is made anew.
function discardHalfSeeded(settings: Settings): void {
  const mark = seedingMark(settings);
  if (!existsSync(mark)) return;
  say("  …  the first start did not finish its demo data; making the database anew");
  rmSync(join(settings.dataDir, "pg"), { recursive: true, force: true });
  rmSync(mark, { force: true });
}

function seedingMark(settings: Settings): string {
  return join(settings.dataDir, "seeding");
}
