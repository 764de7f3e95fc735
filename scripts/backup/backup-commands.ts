import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureRole, RUNTIME_ROLE, runtimePasswordFile } from "../supervisor/database.ts";
import { lockInstance } from "../supervisor/instance-lock.ts";
import { Problem } from "../supervisor/problem.ts";
import { say, step } from "../supervisor/progress.ts";
import type { Settings } from "../supervisor/settings.ts";
import { runProgram } from "../testing/run-program.ts";
import { type BackupFolder, backupFolder, listBackups } from "./backup-folder.ts";
import { restoreBackup } from "./restore-backup.ts";
import { removeOldBackups, takeBackup, verifyBackup } from "./take-backup.ts";

/** `ownerUrl` of the running embedded database, if one runs. */
type Instance = { settings: Settings; ownerUrl: string | undefined; secretsKey: string | undefined };

const KEPT_BACKUPS = 7;

/**
 * `backup [list|verify] [--keep <n>]`: copies the running embedded database to `BACKUP_DIR`. Decision 0166.
 * @throws `Problem` that says what to do
 */
export async function backup({ settings, ownerUrl }: Instance, args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, { keep: { type: "string" } });
  const [action, ...rest] = positionals;
  const keep = values.keep === undefined ? KEPT_BACKUPS : Number(values.keep);
  if (rest.length > 0 || !/^(list|verify)?$/.test(action ?? "") || !Number.isInteger(keep) || keep < 1) {
    throw new Problem("Usage: npm run platform -- backup [list|verify] [--keep <number of backups, at least 1>]");
  }
  const folder = backupFolder(backupDirOf(settings));
  if (action !== undefined) return report(folder, action === "verify");
  if (!ownerUrl) throw new Problem("No database is running. Run npm start in another window.");
  const dataDir = join(settings.dataDir, "pg");
  const made = await step("backup taken", () => takeBackup({ url: ownerUrl, dataDir, folder }));
  const wrong = await step("backup verified", () => verifyBackup(folder, made));
  if (wrong.length > 0) throw new Problem(wrong.join("\n"));
  const removed = removeOldBackups(folder, keep);
  say(`${made.name}: restores to ${made.endedAt} and later.`);
  if (removed.backups > 0) say(`Removed ${removed.backups} older backups and ${removed.logFiles} files of the log.`);
}

async function report(folder: BackupFolder, isVerified: boolean): Promise<void> {
  const backups = existsSync(folder.base) ? listBackups(folder) : [];
  for (const { name, endedAt, files } of backups) {
    const megabytes = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    say(`${name}: restores to ${endedAt} and later, ${megabytes.toFixed(0)} MB`);
  }
  if (backups.length === 0) return say("There is no backup.");
  if (!isVerified) return;
  const wrong = (await Promise.all(backups.map((one) => verifyBackup(folder, one)))).flat();
  if (wrong.length > 0) throw new Problem(wrong.join("\n"));
  say("Every file has its checksum, and the log has no gap.");
}

/**
 * `restore --to <time>|latest [--timeline <n>]`: restores the embedded database, proves it, and holds what may have been sent
 * already. Decisions 0166, 0167.
 * @throws `Problem` while the product runs, and if the restored books are not intact
 */
export async function restore({ settings, ownerUrl, secretsKey }: Instance, args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, { to: { type: "string" }, timeline: { type: "string" } });
  const to = values.to === "latest" ? null : new Date(values.to ?? "");
  const isTime = to === null || (/(Z|[+-]\d\d:\d\d)$/.test(values.to ?? "") && !Number.isNaN(to.getTime()));
  const timeline = values.timeline === undefined ? undefined : Number(values.timeline);
  const isTimeline = timeline === undefined || (Number.isInteger(timeline) && timeline > 0);
  if (!isTime || !isTimeline || positionals.length > 0) {
    throw new Problem(
      "Usage: npm run platform -- restore --to <time with zone, such as 2026-11-22T14:05:00Z>|latest [--timeline <number>]",
    );
  }
  const root = backupDirOf(settings);
  const dataDir = join(settings.dataDir, "pg");
  const { release } = lockInstance(settings.dataDir, "restoring a backup");
  try {
    if (ownerUrl) throw new Problem("The database is running. Stop the product first.");
    const began = performance.now();
    const former = await restoreBackup({
      ...{ dataDir, root, to, timeline },
      async prove({ url }) {
        const runtimeUrl = await ensureRole(url, RUNTIME_ROLE, runtimePasswordFile(dataDir));
        const env = { DATABASE_URL: runtimeUrl, ...(secretsKey && { SECRETS_KEY: secretsKey }) };
        await step("schema up to date", () => platform(["migrate"], { ...env, DATABASE_OWNER_URL: url }));
        await step("pending deliveries held", () => platform(["restored", "hold"], env));
        // The files of later days name seals that the restored chain does not have.
        await step("books and hash chain verified", () => platform(["verify-books"], { ...env, BOOK_HEADS_DIR: "" }));
      },
    });
    say(
      `Restored in ${((performance.now() - began) / 1000).toFixed(1)} s to ${to?.toISOString() ?? "the end of the log"}.`,
    );
    if (former) say(`The former data is in ${former}; delete it when you no longer need it.`);
    say('Start the product, then decide about the held deliveries: "restored send" or "restored fail".');
  } finally {
    release();
  }
}

async function platform(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const exitCode = await runProgram([join("service", "platform.ts"), ...args], { DATABASE_OWNER_URL: "", ...env });
  if (exitCode !== 0) throw new Problem(`${args.join(" ")} failed, so the former data stays in its place.`);
}

function backupDirOf({ backupDir, databaseUrl }: Settings): string {
  if (databaseUrl) {
    throw new Problem(
      "DATABASE_URL is set: back up that server with its own tools, such as pgBackRest (docs/operations.md).",
    );
  }
  if (!backupDir) throw new Problem("Set BACKUP_DIR to a folder on another disk, and start the product with it.");
  return backupDir;
}

function parse<Options extends Record<string, { type: "string" }>>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Problem(error instanceof Error ? error.message : String(error));
  }
}
