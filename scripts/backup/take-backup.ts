import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { Problem } from "../supervisor/problem.ts";
import { archivedFile, writeDurably } from "./archive-wal.ts";
import { type BackupFolder, DATA, listBackups, MANIFEST, type Manifest, OWNER_PASSWORD } from "./backup-folder.ts";

type Source = { url: string; dataDir: string; folder: BackupFolder };

/** How long the server may take to archive the end of its log. */
const ARCHIVE_TIMEOUT_MS = 120_000;
/** The server makes these anew; its log comes from the archive. */
const CONTENT_LEFT_OUT = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?)$|(^|\/)pgsql_tmp/;
/** Copied last: it says up to where the log must be replayed. */
const CONTROL_FILE = "global/pg_control";

/**
 * Copies the data folder of a running server with a checksum of each file, and waits until the log that the copy needs is archived.
 * The server goes on working.
 * @throws `Problem` if the server archives nothing
 */
export async function takeBackup({ url, dataDir, folder }: Source): Promise<Manifest> {
  const db = new pg.Client({ connectionString: url, application_name: "backup" });
  await db.connect();
  const target = join(folder.base, `unfinished-${process.pid}`);
  try {
    const name = await assertArchiving(db);
    const final = join(folder.base, name);
    const { start_wal: startWal, now: startedAt } = await one<{ start_wal: string; now: Date }>(
      db,
      "select pg_walfile_name(pg_backup_start($1, true)) as start_wal, clock_timestamp() as now",
      [name],
    );
    const files = await copyFiles(dataDir, join(target, DATA));
    const stopped = await stopBackup(db);
    const label = Buffer.from(stopped.labelfile);
    writeDurably(join(target, DATA, "backup_label"), label);
    files.backup_label = { bytes: label.length, sha256: createHash("sha256").update(label).digest("hex") };
    writeDurably(join(target, OWNER_PASSWORD), readFileSync(`${dataDir}.password`));
    const times = { startedAt: startedAt.toISOString(), endedAt: stopped.now.toISOString() };
    const manifest = { name, ...times, startWal, stopWal: stopped.stop_wal, files };
    writeDurably(join(target, MANIFEST), JSON.stringify(manifest));
    renameSync(target, final);
    return manifest;
  } finally {
    await db.end();
    rmSync(target, { recursive: true, force: true });
  }
}

async function assertArchiving(db: pg.Client): Promise<string> {
  const { mode, now } = await one<{ mode: string; now: Date }>(
    db,
    "select current_setting('archive_mode') as mode, clock_timestamp() as now",
  );
  if (mode !== "on") throw new Problem("The database was started without BACKUP_DIR. Set it, and restart the product.");
  return now.toISOString().replace(/\.\d+/, "").replaceAll(":", "");
}

type Stopped = { labelfile: string; stop_wal: string; now: Date };

async function stopBackup(db: pg.Client): Promise<Stopped> {
  await db.query(`set statement_timeout = ${ARCHIVE_TIMEOUT_MS}`);
  try {
    return await one<Stopped>(
      db,
      "select labelfile, pg_walfile_name(lsn) as stop_wal, clock_timestamp() as now from pg_backup_stop(true)",
    );
  } catch (error) {
    if ((error as { code?: string }).code !== "57014") throw error;
    throw new Problem("The database cannot archive its log in BACKUP_DIR. Its log, database.log, has the reason.");
  }
}

async function one<Row extends pg.QueryResultRow>(db: pg.Client, sql: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await db.query<Row>(sql, values);
  const [row] = rows;
  if (!row) throw new Error("one row was expected");
  return row;
}

async function copyFiles(from: string, to: string): Promise<Manifest["files"]> {
  const files: Manifest["files"] = {};
  const paths = readdirSync(from, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      entry,
      path: join(entry.parentPath, entry.name)
        .slice(from.length + 1)
        .replaceAll("\\", "/"),
    }))
    .filter(({ path }) => !CONTENT_LEFT_OUT.test(path) && !LEFT_OUT.test(path));
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const { entry, path } of paths) {
    if (entry.isDirectory()) mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
  }
  const copied = paths.filter(({ entry, path }) => entry.isFile() && path !== CONTROL_FILE).map(({ path }) => path);
  for (const path of [...copied, CONTROL_FILE]) {
    const sum = await copyFile(join(from, path), join(to, path));
    if (sum) files[path] = sum;
  }
  return files;
}

/** Undefined: the server removed the file meanwhile; its log has the removal. */
async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: 1 << 20 }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(to, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Compares each file of a backup with its checksum, and reads the log that it needs. Returns what is wrong. */
export async function verifyBackup(folder: BackupFolder, backup: Manifest): Promise<string[]> {
  const wrong: string[] = [];
  for (const [path, { bytes, sha256 }] of Object.entries(backup.files)) {
    const found = await hashOf(join(folder.base, backup.name, DATA, path));
    if (!found) wrong.push(`${path} is missing`);
    else if (found.bytes !== bytes || found.sha256 !== sha256) wrong.push(`${path} has changed`);
  }
  return [...wrong, ...findLogProblems(folder, backup)].map((text) => `${backup.name}: ${text}`);
}

/** The log from a backup on, on its own timeline. */
function findLogProblems(folder: BackupFolder, { startWal, stopWal }: Manifest): string[] {
  const log = archivedLog(folder).filter((file) => file >= startWal && file.slice(0, 8) === startWal.slice(0, 8));
  const needed = new Set([startWal, ...log.filter((file) => file <= stopWal), stopWal]);
  const gaps = log.filter((file, index) => index > 0 && numberOf(file) !== numberOf(log[index - 1] ?? "") + 1);
  return [
    ...[...needed]
      .filter((file) => !isReadable(archivedFile(folder.archive, file)))
      .map((file) => `${file} of the log is missing or damaged`),
    ...gaps.map((file) => `the log has a gap before ${file}`),
  ];
}

async function hashOf(path: string): Promise<{ bytes: number; sha256: string } | undefined> {
  if (!existsSync(path)) return undefined;
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** The archived files of the log, without timelines and labels, in order. */
function archivedLog({ archive }: BackupFolder): string[] {
  const names = readdirSync(archive).map((file) => basename(file, ".gz"));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
}

/** The place of a file in the log: 256 files of 16 MB have one high part. */
function numberOf(file: string): number {
  return Number.parseInt(file.slice(8, 16), 16) * 256 + Number.parseInt(file.slice(16), 16);
}

function isReadable(file: string): boolean {
  try {
    gunzipSync(readFileSync(file));
    return true;
  } catch {
    return false;
  }
}

/** Keeps the newest `keep` backups and the log from the oldest of them on. Returns what was removed. */
export function removeOldBackups(folder: BackupFolder, keep: number): { backups: number; logFiles: number } {
  const backups = listBackups(folder);
  const old = backups.slice(0, -keep);
  for (const { name } of old) rmSync(join(folder.base, name), { recursive: true, force: true });
  const oldest = backups.at(-keep) ?? backups[0];
  // Timelines of other restores are compared by their place in the log.
  const unneeded = oldest
    ? readdirSync(folder.archive).filter(
        (file) => /^[0-9A-F]{24}/.test(file) && file.slice(8, 24) < oldest.startWal.slice(8),
      )
    : [];
  for (const file of unneeded) rmSync(join(folder.archive, file));
  return { backups: old.length, logFiles: unneeded.length };
}
