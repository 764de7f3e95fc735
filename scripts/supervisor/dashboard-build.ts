import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["app", "components", "lib", "contract", "public"];
const FILES = [
  "instrumentation-client.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tailwind.config.ts",
  "tsconfig.json",
];

export type DashboardBuild = {
  isNeeded: boolean;
  /** Records the sources of a finished build. */
  recordBuild(): void;
};

/** Whether the dashboard must be built: there is no build, or its sources have changed. */
export function inspectDashboardBuild(root: string): DashboardBuild {
  const stamp = join(root, ".next", "made-of");
  const hash = hashSources(root);
  const buildId = join(root, ".next", "BUILD_ID");
  const isNeeded = !existsSync(buildId) || !existsSync(stamp) || readFileSync(stamp, "utf8") !== hash;
  // Removed before the build starts: an interrupted build must not look complete.
  if (isNeeded) rmSync(stamp, { force: true });
  return {
    isNeeded,
    recordBuild() {
      if (!existsSync(buildId)) throw new Error("next build ended well but left no build behind.");
      writeFileSync(stamp, hash);
    },
  };
}

function hashSources(root: string): string {
  const hash = createHash("sha256").update(process.version);
  const add = (path: string) => {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  };
  for (const folder of FOLDERS) for (const path of listFiles(root, folder)) add(path);
  for (const file of FILES) if (existsSync(join(root, file))) add(file);
  return hash.digest("hex");
}

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => !/\.test\.tsx?$/.test(path) && statSync(join(root, path)).isFile())
    .sort();
}
