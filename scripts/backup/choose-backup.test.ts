import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";
import { type BackupFolder, backupFolder } from "./backup-folder.ts";
import { chooseBackup } from "./choose-backup.ts";

let root: string;
let folder: BackupFolder;
let unarchived: string;
beforeEach(() => {
  root = makeTemporaryFolder("timelines-");
  folder = backupFolder(root);
  unarchived = join(root, "pg_wal");
  for (const path of [folder.base, folder.archive, unarchived]) mkdirSync(path);
});
afterEach(() => rmSync(root, { recursive: true }));

const HISTORY = "1\t0/5000148\tbefore 2026-11-23 19:55:00+00\n";

/** A backup of a day of November, on the files `file` and `file` + 1 of a timeline's log. */
function makeBackup(day: number, timeline: number, file: number): void {
  const name = `backup-${day}`;
  const at = `2026-11-${day}T03:00:00.000Z`;
  const [startWal, stopWal] = [file, file + 1].map((one) => `0000000${timeline}000000000000000${one}`);
  mkdirSync(join(folder.base, name));
  const manifest = { name, startedAt: at, endedAt: at, startWal, stopWal, files: {} };
  writeFileSync(join(folder.base, name, "manifest.json"), JSON.stringify(manifest));
}

function choose(to: string | null = null, timeline?: number): string {
  return chooseBackup({ folder, unarchived, to: to === null ? null : new Date(to), timeline }).name;
}

it("leaves out a backup of the history that an earlier restore left", () => {
  makeBackup(23, 1, 2);
  makeBackup(24, 1, 6);
  expect(choose()).toBe("backup-24");
  writeFileSync(join(folder.archive, "00000002.history.gz"), gzipSync(HISTORY));
  expect(choose()).toBe("backup-23");
  expect(choose("2026-11-24T04:00:00Z", 1)).toBe("backup-24");
  makeBackup(25, 2, 7);
  expect(choose()).toBe("backup-25");
  expect(choose("2026-11-25T02:00:00Z")).toBe("backup-23");
  expect(choose("2026-11-25T04:00:00Z", 1)).toBe("backup-24");
});

it("reads a history that was not archived yet, and one of several restores", () => {
  makeBackup(23, 1, 2);
  makeBackup(24, 1, 6);
  writeFileSync(join(unarchived, "00000002.history"), HISTORY);
  expect(choose()).toBe("backup-23");
  makeBackup(25, 2, 7);
  writeFileSync(join(unarchived, "00000003.history"), `${HISTORY}\n2\t0/8000028\tno recovery target specified\n`);
  expect(choose()).toBe("backup-23");
  writeFileSync(join(unarchived, "00000003.history"), `${HISTORY}\n2\t0/9000028\tno recovery target specified\n`);
  expect(choose()).toBe("backup-25");
});

it("says that there is no backup, that the time is too early, or that all are of another history", () => {
  expect(() => choose()).toThrow("BACKUP_DIR holds no backup.");
  makeBackup(24, 1, 6);
  expect(() => choose("2026-11-24T02:00:00Z")).toThrow("can be restored to 2026-11-24T03:00:00.000Z and later");
  writeFileSync(join(folder.archive, "00000002.history.gz"), gzipSync(HISTORY));
  expect(() => choose()).toThrow("No backup leads to timeline 2. The oldest is of another history: --timeline 1.");
});
