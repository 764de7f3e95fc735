// `npm run lock`: run it after npm install. With `--check` it only reports missing entries.
// npm leaves optional packages of other platforms out of the lock file when its registry lacks them, and then its own
// `npm ci` refuses the file. The parent pins their exact version, so they can be added without the registry.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LockFile, missingEntries } from "./optional-packages.ts";

const FILE = join(dirname(import.meta.dirname), "package-lock.json");

const lock = JSON.parse(readFileSync(FILE, "utf8")) as LockFile;
const missing = missingEntries(lock);
const names = Object.keys(missing);
if (names.length > 0 && process.argv.includes("--check")) {
  console.error(`package-lock.json lacks ${names.length} optional packages (${names[0]} …): npm ci will refuse it.`);
  console.error("Run: npm run lock");
  process.exitCode = 1;
} else if (names.length > 0) {
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  console.log(`Added ${names.length} optional packages of other platforms.`);
}
