import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./supervisor/problem.ts";
import { readSettings } from "./supervisor/settings.ts";
import { isAlive } from "./system/processes.ts";
import { runProgram } from "./testing/run-program.ts";

// `npm run platform -- <command>`: uses DATABASE_URL, or else the embedded database of the running instance.
const ROOT = join(import.meta.dirname, "..");

try {
  if (existsSync(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
  const { databaseUrl, dataDir } = readSettings(ROOT, process.env, []);
  const args = process.argv.slice(2);
  const url = databaseUrl ?? urlOfEmbedded(join(dataDir, "pg"), needsDatabase(args));
  const exitCode = await runProgram([join("service", "platform.ts"), ...args], {
    BOOK_HEADS_DIR: process.env.BOOK_HEADS_DIR || join(dataDir, "heads"),
    ...(url ? { DATABASE_URL: url } : {}),
  });
  process.exitCode = exitCode ?? 1;
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function needsDatabase(args: readonly string[]): boolean {
  return args.length > 0 && !args.some((word) => /^(help|--help|-h)$/.test(word));
}

/** The URL of the server on `dataDir`, from its lock file: process ID on line 1, port on line 4. */
function urlOfEmbedded(dataDir: string, isNeeded: boolean): string | undefined {
  const lock = join(dataDir, "postmaster.pid");
  const [pid, , , port] = existsSync(lock) ? readFileSync(lock, "utf8").split("\n") : [];
  const password = `${dataDir}.password`;
  if (port && isAlive(Number(pid)) && existsSync(password)) {
    return `postgres://wallet:${readFileSync(password, "utf8").trim()}@127.0.0.1:${port}/wallet`;
  }
  if (isNeeded) throw new Problem("No database is running. Run npm start in another window, or set DATABASE_URL.");
  return undefined;
}
