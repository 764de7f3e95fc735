import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

// PostgreSQL runs this program, once per file of its log:
//   archive-wal.ts store <archive> <path> <name>
//   archive-wal.ts fetch <archive> <path> <name> [<folder>]    the folder may hold files that were never archived

/** PostgreSQL takes a status up to 125 as the end of the archive, and a higher one as a reason to give up. */
const GIVE_UP = 200;

if (import.meta.main) {
  const [action, archive = "", path = "", name = "", unarchived] = process.argv.slice(2);
  try {
    if (action === "store") store(archive, path, name);
    else if (!fetch(archive, path, name, unarchived)) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = GIVE_UP;
  }
}

export function archivedFile(archive: string, name: string): string {
  return join(archive, `${name}.gz`);
}

/** Stores a file durably. One that is already there stays. @throws if that one has other content */
function store(archive: string, path: string, name: string): void {
  const content = readFileSync(path);
  const target = archivedFile(archive, name);
  const unfinished = `${target}.${process.pid}`;
  writeDurably(unfinished, gzipSync(content, { level: 1 }));
  try {
    linkSync(unfinished, target);
    syncFolder(archive);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!gunzipSync(readFileSync(target)).equals(content)) throw new Error("archived before, with other content");
  } finally {
    rmSync(unfinished);
  }
}

/** False: the file is neither archived nor in the folder of unarchived ones. @throws if it is damaged */
function fetch(archive: string, path: string, name: string, unarchived: string | undefined): boolean {
  const archived = readIfPresent(archivedFile(archive, name));
  const content = archived ? gunzipSync(archived) : unarchived && readIfPresent(join(unarchived, name));
  if (content) writeDurably(path, content);
  return Boolean(content);
}

function readIfPresent(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file that survives a power failure, readable by its owner only. */
export function writeDurably(path: string, content: Buffer | string): void {
  const file = openSync(path, "w", 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
}

/** Makes new names in a folder survive a power failure. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = openSync(folder, "r");
  fsyncSync(opened);
  closeSync(opened);
}
