import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startPostgres } from "../postgres/embedded-postgres.ts";
import { Problem } from "../supervisor/problem.ts";
import { step } from "../supervisor/progress.ts";
import { archiveSettings, backupFolder, DATA, OWNER_PASSWORD, restoreCommand } from "./backup-folder.ts";
import { chooseBackup } from "./choose-backup.ts";
import { verifyBackup } from "./take-backup.ts";

export type RestoreOrder = {
  /** The folder of the embedded database. What it holds is kept under another name. */
  dataDir: string;
  /** `BACKUP_DIR`. */
  root: string;
  /** The last moment whose commits are restored; null: all that is archived. */
  to: Date | null;
  /** After an earlier restore: the timeline to follow, as PostgreSQL counts them. Undefined: the newest. */
  timeline: number | undefined;
  /** Finishes and proves the restored database, before it takes the place of the former one. */
  prove(server: EmbeddedPostgres): Promise<void>;
};

/**
 * Restores the newest backup from before a time into a new folder, replays the archived log up to that time, has the result proven, and
 * then exchanges the folders. The caller makes sure that nothing runs on `dataDir`. Returns where the former data now is.
 * @throws `Problem` if there is no such backup or it is damaged; the former data then stays in its place
 */
export async function restoreBackup({ dataDir, root, to, timeline, prove }: RestoreOrder): Promise<string | undefined> {
  const folder = backupFolder(root);
  const unarchived = join(dataDir, "pg_wal");
  const backup = chooseBackup({ folder, unarchived, to, timeline });
  const fresh = `${dataDir}.restoring`;
  await step(`backup ${backup.name} verified`, async () => {
    const wrong = await verifyBackup(folder, backup);
    if (wrong.length > 0) throw new Problem(`The backup is damaged:\n${wrong.slice(0, 20).join("\n")}`);
  });
  await step("backup copied", async () => copyBackup(join(folder.base, backup.name), fresh));
  const settings = archiveSettings(root, fresh);
  const server = await step("log replayed", () =>
    startPostgres({
      dataDir: fresh,
      settings: {
        ...settings,
        // Archived from the next start on: a restore that is given up must leave no timeline behind that a later one would follow.
        archive_command: "",
        hot_standby: "off",
        restore_command: restoreCommand(folder, unarchived),
        // Read before the server knows the names of time zones.
        ...(to && { recovery_target_time: to.toISOString().replace("Z", "+00") }),
        recovery_target_action: "promote",
        recovery_target_timeline: String(timeline ?? "latest"),
      },
    }).catch((error: Error) => {
      throw problemOf(error, to);
    }),
  );
  try {
    await prove(server);
  } finally {
    await server.stop();
  }
  return exchange(dataDir, fresh);
}

function problemOf(error: Error, to: Date | null): Error {
  if (!error.message.includes("recovery ended before configured recovery target was reached")) return error;
  return new Problem(
    `The archived log ends before ${to?.toISOString()}. Restore to an earlier time, or to everything with --to latest.`,
  );
}

/** Without the log, which the server fetches from the archive. The owner of the copy is the owner of the archive. */
function copyBackup(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  copyTree(join(from, DATA), to);
  copyFileSync(join(from, OWNER_PASSWORD), `${to}.password`);
  writeFileSync(join(to, "recovery.signal"), "");
  const { uid, gid } = statSync(join(from, "..", "..", "wal"));
  if (process.getuid?.() !== 0) return;
  for (const path of ["", ...readdirSync(to, { recursive: true, encoding: "utf8" })])
    chownSync(join(to, path), uid, gid);
  chownSync(`${to}.password`, uid, gid);
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    // A file system that can share blocks copies nothing.
    else copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/** Puts the restored data in the place of the former, which is kept. */
function exchange(dataDir: string, fresh: string): string | undefined {
  const former = existsSync(dataDir) ? `${dataDir}.before-${new Date().toISOString().replaceAll(":", "")}` : undefined;
  if (former) renameBoth(dataDir, former);
  renameBoth(fresh, dataDir);
  return former;
}

function renameBoth(from: string, to: string): void {
  renameSync(from, to);
  if (existsSync(`${from}.password`)) renameSync(`${from}.password`, `${to}.password`);
}
