import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** How to run PostgreSQL's programs: the operating system account and the command line. */
export type PostgresAccount = {
  command(program: string, args: readonly string[]): [file: string, args: string[]];
  identity: { uid?: number; gid?: number };
  /** Makes the account the owner of a file or folder. */
  own(path: string): void;
};

type Ids = { uid: number; gid: number };

// Part of util-linux.
const SETPRIV = "setpriv";
const NOBODY: Ids = { uid: 65534, gid: 65534 };
const SELF: PostgresAccount = { command: (program, args) => [program, [...args]], identity: {}, own: () => undefined };

/**
 * PostgreSQL refuses to run as root. Root runs it as the owner of the data, or else as `postgres`, or else as `nobody`.
 * If that account cannot enter the folders (a clone under /root), it gets the capability to search them.
 */
export function choosePostgresAccount(paths: { program: string; dataDir: string }): PostgresAccount {
  if (process.getuid?.() !== 0) return SELF;
  const ids = ownerOf(paths.dataDir) ?? accountNamed("postgres") ?? NOBODY;
  const own = (path: string) => chownSync(path, ids.uid, ids.gid);
  if (canEnter(dirname(paths.program), ids) && canEnter(dirname(paths.dataDir), ids)) {
    return { command: SELF.command, identity: ids, own };
  }
  const prefix = searchEverywhere(ids, paths.program);
  return { command: (program, args) => [SETPRIV, [...prefix, program, ...args]], identity: {}, own };
}

function ownerOf(dataDir: string): Ids | undefined {
  if (!existsSync(dataDir)) return undefined;
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? undefined : { uid, gid };
}

function accountNamed(name: string): Ids | undefined {
  if (!existsSync("/etc/passwd")) return undefined;
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [user, , uid, gid] = line.split(":");
    if (user === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Whether the account may enter `folder` and every folder above it, by their mode bits. */
export function canEnter(folder: string, ids: Ids): boolean {
  if (existsSync(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
  }
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, ids);
}

// Without no_setuid_fixup access(2) ignores the capability, and PostgreSQL cannot find its own programs.
// Containers often lack dac_read_search but have the wider dac_override.
function searchEverywhere(ids: Ids, program: string): string[] {
  for (const capability of ["+dac_read_search", "+dac_override"]) {
    const prefix = [
      `--reuid=${ids.uid}`,
      `--regid=${ids.gid}`,
      "--clear-groups",
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      "--securebits=+no_setuid_fixup",
    ];
    if (spawnSync(SETPRIV, [...prefix, program, "--version"], { cwd: "/", stdio: "ignore" }).status === 0)
      return prefix;
  }
  throw new Error(
    "Only root can enter this folder, and PostgreSQL does not run as root. " +
      "Move the clone (for example to /srv), or install setpriv (package util-linux), or set DATABASE_URL.",
  );
}
