import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";
import { type BackupFolder, backupFolder, listBackups, type Manifest } from "./backup-folder.ts";
import { removeOldBackups, verifyBackup } from "./take-backup.ts";

let root: string;
let folder: BackupFolder;
beforeEach(() => {
  root = makeTemporaryFolder("backups-");
  folder = backupFolder(root);
  mkdirSync(folder.archive);
});
afterEach(() => rmSync(root, { recursive: true }));

const segment = (n: number) => `00000001000000000000000${n}`;
const archived = () => readdirSync(folder.archive).sort();
const archive = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder.archive, `${name}.gz`), gzipSync(name));
};

/** A backup of one file, on the segments `n` and `n` + 1 of the log. */
function makeBackup(n: number): Manifest {
  const name = `backup-${n}`;
  const sha256 = createHash("sha256").update("data").digest("hex");
  const endedAt = `2026-11-2${n}T00:00:00.000Z`;
  const log = { startWal: segment(n), stopWal: segment(n + 1) };
  const manifest = { name, startedAt: endedAt, endedAt, ...log, files: { "base/1": { bytes: 4, sha256 } } };
  mkdirSync(join(folder.base, name, "data", "base"), { recursive: true });
  writeFileSync(join(folder.base, name, "data", "base", "1"), "data");
  writeFileSync(join(folder.base, name, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}

it("names a changed or missing file, and a hole in the log", async () => {
  const backup = makeBackup(1);
  archive(segment(1), segment(2), segment(3));
  expect(await verifyBackup(folder, backup)).toEqual([]);
  const file = join(folder.base, backup.name, "data", "base", "1");
  writeFileSync(file, "date");
  expect(await verifyBackup(folder, backup)).toEqual(["backup-1: base/1 has changed"]);
  rmSync(file);
  writeFileSync(join(folder.archive, `${segment(2)}.gz`), "damaged");
  archive(segment(5));
  expect(await verifyBackup(folder, backup)).toEqual([
    "backup-1: base/1 is missing",
    `backup-1: ${segment(2)} of the log is missing or damaged`,
    `backup-1: the log has a gap before ${segment(5)}`,
  ]);
});

it("keeps the newest backups and the log that they need, and ignores a backup that was interrupted", () => {
  for (const n of [1, 3, 5]) makeBackup(n);
  mkdirSync(join(folder.base, "unfinished-1"));
  archive(...[1, 2, 3, 4, 5, 6].map(segment), "00000002.history");
  expect(removeOldBackups(folder, 2)).toEqual({ backups: 1, logFiles: 2 });
  expect(listBackups(folder).map(({ name }) => name)).toEqual(["backup-3", "backup-5"]);
  expect(archived()).toEqual([...[3, 4, 5, 6].map(segment), "00000002.history"].map((name) => `${name}.gz`));
  expect(removeOldBackups(folder, 7)).toEqual({ backups: 0, logFiles: 0 });
});
