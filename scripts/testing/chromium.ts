import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "@playwright/test";

const ROOT = dirname(dirname(import.meta.dirname));
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Finds Chromium for the browser tests: from `CHROMIUM`, the PATH or Playwright. Otherwise installs it with Playwright or, as
 * root on Debian, with apt. @throws an error that says what to do, when nothing works
 */
export function findOrInstallChromium(): string {
  const given = process.env.CHROMIUM;
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`CHROMIUM names ${given}, which is not a program.`);
  }
  const found = findInstalled();
  if (found) return found;
  console.log("No Chromium found; installing one with Playwright …");
  run(process.execPath, [join(ROOT, "node_modules", "@playwright", "test", "cli.js"), "install", "chromium"]);
  const own = findInstalled();
  if (own) return own;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Playwright could not; installing it with apt …");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "chromium"]);
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new Error(
    "The browser tests need a Chromium, and none could be installed. " +
      "Install one (on Debian: apt-get install chromium), or set CHROMIUM to the program's path.",
  );
}

function findInstalled(): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, chromium.executablePath()].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(file: string, args: string[]): void {
  spawnSync(file, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}
