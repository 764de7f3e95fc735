import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { choosePostgresAccount } from "../postgres/postgres-account.ts";
import { findPostgresBinaries } from "../postgres/postgres-binaries.ts";

/** A complete base backup. Times are ISO 8601 in UTC. `files` by their path in the data folder. */
export type Manifest = {
  name: string;
  startedAt: string;
  /** The first time that it can be restored to. */
  endedAt: string;
  /** The first and the last file of the server's log that it needs. */
  startWal: string;
  stopWal: string;
  files: Record<string, { bytes: number; sha256: string }>;
};

/** `BACKUP_DIR`: base backups with their manifests, and the archived log of the server. */
export type BackupFolder = { base: string; archive: string };

export function backupFolder(root: string): BackupFolder {
  return { base: join(root, "base"), archive: join(root, "wal") };
}

export const MANIFEST = "manifest.json";
export const DATA = "data";
export const OWNER_PASSWORD = "owner.password";

/** Complete backups, the oldest first. */
export function listBackups({ base }: BackupFolder): Manifest[] {
  const names = readdirSync(base, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .flatMap(({ name }) => {
      try {
        return [JSON.parse(readFileSync(join(base, name, MANIFEST), "utf8")) as Manifest];
      } catch {
        // Its backup was interrupted: the manifest is written last.
        return [];
      }
    })
    .sort((a, b) => a.endedAt.localeCompare(b.endedAt));
}

const ARCHIVE_PROGRAM = join(import.meta.dirname, "archive-wal.ts");
const ARCHIVE_SECONDS = 60;

/**
 * The settings of a server on `dataDir` that archives its log in `root`, every 16 MB and at least every minute. Creates the folders; the
 * server's account owns the archive.
 */
export function archiveSettings(root: string, dataDir: string): Record<string, string> {
  const folder = backupFolder(root);
  mkdirSync(root, { recursive: true });
  mkdirSync(folder.base, { recursive: true, mode: 0o700 });
  mkdirSync(folder.archive, { recursive: true, mode: 0o700 });
  choosePostgresAccount({ program: findPostgresBinaries().postgres, dataDir }).own(folder.archive);
  return {
    archive_mode: "on",
    archive_timeout: `${ARCHIVE_SECONDS}s`,
    archive_command: commandOf("store", folder.archive, ["%p", "%f"]),
  };
}

/** The setting with which a server restores its log from the archive, or from a folder with files that were never archived. */
export function restoreCommand({ archive }: BackupFolder, unarchived: string): string {
  return commandOf("fetch", archive, ["%p", "%f"], unarchived);
}

function commandOf(action: string, archive: string, places: string[], ...more: string[]): string {
  const [program, script, folder, ...others] = [process.execPath, ARCHIVE_PROGRAM, archive, ...more].map(quote);
  return [program, script, action, folder, ...places.map((place) => `"${place}"`), ...others].join(" ");
}

/** Quotes a path for the shell that PostgreSQL uses, where a single % begins a place holder. */
function quote(path: string): string {
  const text = path.replaceAll("%", "%%");
  return process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
