import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { backup, restore } from "./backup/backup-commands.ts";
import { RUNTIME_ROLE, runtimePasswordFile } from "./supervisor/database.ts";
import { Problem } from "./supervisor/problem.ts";
import { findSecretsKey } from "./supervisor/secrets.ts";
import { readSettings, type Settings } from "./supervisor/settings.ts";
import { isAlive } from "./system/processes.ts";
import { runProgram } from "./testing/run-program.ts";

// `npm run platform -- <command>`: uses DATABASE_URL, or else the embedded database of the running instance. Only the commands that change
// tables run as their owner.
const ROOT = join(import.meta.dirname, "..");

const AS_OWNER = new Set(["migrate", "move-merchant"]);

/** Commands on the files of the embedded database. */
const ON_FILES: Partial<Record<string, typeof backup>> = { backup, restore };

try {
  if (existsSync(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
  const settings = readSettings(ROOT, process.env, []);
  const args = process.argv.slice(2);
  const secretsKey = findSecretsKey(settings, process.env);
  const [name, ...rest] = args;
  const onFiles = needsDatabase(args) ? ON_FILES[name ?? ""] : undefined;
  if (onFiles) {
    const ownerUrl = urlsOfEmbedded(join(settings.dataDir, "pg"), false)?.DATABASE_OWNER_URL;
    await onFiles({ settings, ownerUrl, secretsKey }, rest);
  } else process.exitCode = await runOnService(settings, args, secretsKey);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function runOnService(
  { databaseUrl, databaseOwnerUrl, dataDir }: Settings,
  args: string[],
  secretsKey: string | undefined,
): Promise<number> {
  const urls = databaseUrl
    ? { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl ?? "" }
    : urlsOfEmbedded(join(dataDir, "pg"), needsDatabase(args));
  if (urls && !AS_OWNER.has(args[0] ?? "")) urls.DATABASE_OWNER_URL = "";
  const exitCode = await runProgram([join("service", "platform.ts"), ...args], {
    BOOK_HEADS_DIR: process.env.BOOK_HEADS_DIR || join(dataDir, "heads"),
    ...(secretsKey && { SECRETS_KEY: secretsKey }),
    ...urls,
  });
  return exitCode ?? 1;
}

function needsDatabase(args: readonly string[]): boolean {
  return args.length > 0 && !args.some((word) => /^(help|--help|-h)$/.test(word));
}

type Urls = { DATABASE_URL: string; DATABASE_OWNER_URL: string };

/** The URLs of the server on `dataDir`, from its lock file: process ID on line 1, port on line 4. */
function urlsOfEmbedded(dataDir: string, isNeeded: boolean): Urls | undefined {
  const lock = join(dataDir, "postmaster.pid");
  const [pid, , , port] = existsSync(lock) ? readFileSync(lock, "utf8").split("\n") : [];
  const [owner, runtime] = [`${dataDir}.password`, runtimePasswordFile(dataDir)];
  if (port && isAlive(Number(pid)) && existsSync(owner) && existsSync(runtime)) {
    const urlOf = (role: string, password: string) =>
      `postgres://${role}:${readFileSync(password, "utf8").trim()}@127.0.0.1:${port}/wallet`;
    return { DATABASE_URL: urlOf(RUNTIME_ROLE, runtime), DATABASE_OWNER_URL: urlOf("wallet", owner) };
  }
  if (isNeeded) throw new Problem("No database is running. Run npm start in another window, or set DATABASE_URL.");
  return undefined;
}
