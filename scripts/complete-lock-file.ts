// Run after npm install (`npm run lock`); `--check` only says what is missing.
// npm leaves optional packages of other platforms out of the lock file when its registry lacks them, and then its own
// `npm ci` refuses the file. The parent pins their exact version, so they can be entered without asking anybody.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Entry = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
type LockFile = { packages: Record<string, Entry> };

const FILE = join(import.meta.dirname, "..", "package-lock.json");
const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "x64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "wasm32"];

if (import.meta.main) main();

function main(): void {
  const lock = JSON.parse(readFileSync(FILE, "utf8")) as LockFile;
  const missing = missingEntries(lock);
  const names = Object.keys(missing);
  if (names.length === 0) return;
  if (process.argv.includes("--check")) {
    console.error(`package-lock.json lacks ${names.length} optional packages (${names[0]} …): npm ci will refuse it.`);
    console.error("Run: npm run lock");
    process.exitCode = 1;
    return;
  }
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  console.log(`Entered ${names.length} optional packages of other platforms.`);
}

/** The optional packages that some package names but the lock file does not hold, by their place in node_modules. */
export function missingEntries(lock: LockFile): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [place, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isResolved(lock, place, name)) continue;
      if (!/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`${place} wants ${name} ${version}: no exact version to enter.`);
      missing[`node_modules/${name}`] = {
        version,
        ...(parent.dev && { dev: true }),
        optional: true,
        ...platformOf(name),
      };
    }
  }
  return missing;
}

// As Node resolves: beside the parent, or in any node_modules above it.
function isResolved(lock: LockFile, place: string, name: string): boolean {
  const parts = place === "" ? [] : place.split("/node_modules/");
  for (let depth = parts.length; depth >= 0; depth--) {
    const above = parts.slice(0, depth).join("/node_modules/");
    if (lock.packages[above ? `${above}/node_modules/${name}` : `node_modules/${name}`]) return true;
  }
  return false;
}

function platformOf(name: string): Pick<Entry, "os" | "cpu" | "libc"> {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length + cpu.length === 0) throw new Error(`${name} does not tell its platform.`);
  const libc =
    words.includes("musl") || words.includes("musleabihf") ? ["musl"] : words.includes("gnu") ? ["glibc"] : [];
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}
