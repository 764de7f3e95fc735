import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** All that its service and worker import. */
const SOURCES = ["package.json", "service", "contract", "lib", "scripts"];

/** The commit of the former release, as docs/operations.md names it. */
const commit = readFileSync(join(ROOT, "service", "db", "former-release.txt"), "utf8").trim();

/** Why the former release cannot run here; undefined where it can. */
export function whyNoFormerRelease(): string | undefined {
  if (!git("cat-file", "-e", `${commit}^{commit}`))
    return `its commit ${commit} is not in the history here, as in a shallow clone`;
  const packages = git("show", `${commit}:package-lock.json`);
  if (packages?.equals(readFileSync(join(ROOT, "package-lock.json")))) return undefined;
  return "its lock file differs, so the packages here are not its own";
}

/** Puts the sources of the former release into a folder, beside the packages installed here. @throws where `whyNoFormerRelease` has a reason */
export function extractFormerRelease(folder: string): void {
  const archive = join(folder, "sources.tar");
  if (!git("archive", "--format=tar", `--output=${archive}`, commit, ...SOURCES))
    throw new Error(`git has no archive of ${commit}`);
  const { status } = spawnSync("tar", ["-xf", archive, "-C", folder]);
  if (status !== 0) throw new Error("tar could not unpack the former release");
  rmSync(archive);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
}

/** What git prints; undefined when it fails or is not installed. */
function git(...args: string[]): Buffer | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, maxBuffer: 100_000_000 });
  return status === 0 ? stdout : undefined;
}
