export type LockEntry = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { packages: Record<string, LockEntry> };

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "x64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "wasm32"];

/** Optional packages that the lock file names as dependencies but has no entry for, by their path in node_modules. */
export function missingEntries(lock: LockFile): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {};
  for (const [place, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isResolved(lock, place, name)) continue;
      if (!/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`${place} depends on ${name} ${version}: only an exact version can be added.`);
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

// Resolves as Node does: next to the parent, or in any node_modules above it.
function isResolved(lock: LockFile, place: string, name: string): boolean {
  const parts = place === "" ? [] : place.split("/node_modules/");
  for (let depth = parts.length; depth >= 0; depth--) {
    const above = parts.slice(0, depth).join("/node_modules/");
    if (lock.packages[above ? `${above}/node_modules/${name}` : `node_modules/${name}`]) return true;
  }
  return false;
}

function platformOf(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length + cpu.length === 0) throw new Error(`The name ${name} contains no platform.`);
  const libc =
    words.includes("musl") || words.includes("musleabihf") ? ["musl"] : words.includes("gnu") ? ["glibc"] : [];
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}
