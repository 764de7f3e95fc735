import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";

const PROGRAM = join(import.meta.dirname, "archive-wal.ts");
const NAME = "0000000100000000000000A1";
let folder: string;
let archive: string;
let segment: string;
beforeEach(() => {
  folder = makeTemporaryFolder("archive-");
  archive = join(folder, "wal");
  segment = join(folder, "segment");
  mkdirSync(archive);
  writeFileSync(segment, "first content");
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(action: string, path: string, ...more: string[]) {
  return spawnSync(process.execPath, [PROGRAM, action, archive, path, NAME, ...more], { encoding: "utf8" });
}

it("stores a file once, comes back with the same content, and never overwrites other content", () => {
  expect(run("store", segment).status).toBe(0);
  expect(run("store", segment).status).toBe(0);
  writeFileSync(segment, "other content");
  const { status, stderr } = run("store", segment);
  expect(status).not.toBe(0);
  expect(stderr).toContain("with other content");
  expect(readdirSync(archive)).toEqual([`${NAME}.gz`]);
  expect(run("fetch", segment).status).toBe(0);
  expect(readFileSync(segment, "utf8")).toBe("first content");
});

it("fetches what was never archived from the former data, and tells the end of the archive from damage", () => {
  expect(run("fetch", segment).status).toBe(1);
  expect(readFileSync(segment, "utf8")).toBe("first content");
  writeFileSync(join(folder, NAME), "unarchived");
  expect(run("fetch", segment, folder).status).toBe(0);
  expect(readFileSync(segment, "utf8")).toBe("unarchived");
  writeFileSync(join(archive, `${NAME}.gz`), "damaged");
  expect(run("fetch", segment, folder).status).toBeGreaterThan(125);
});
