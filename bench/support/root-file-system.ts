import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const REPOSITORY = dirname(dirname(import.meta.dirname));
const USER = 10_001;

/**
 * Fills a folder with what the image has: the app, Node and the libraries that it loads; no shell and no package manager. The app comes from
 * the steps of the Dockerfile, or from BENCH_IMAGE_APP, which those steps filled before.
 */
export function assembleRoot(folder: string, hosts: readonly string[]): string {
  const root = join(folder, "root");
  const built = process.env.BENCH_IMAGE_APP;
  if (built) cpSync(built, join(root, "app"), { recursive: true, verbatimSymlinks: true });
  else buildApp(join(folder, "source"), join(root, "app"));
  cpSync(join(REPOSITORY, "ops", "image", "health.mjs"), join(root, "app", "health.mjs"));
  for (const name of ["tmp", "data", "proc", "dev", "etc", "authority", "usr/local/bin"]) {
    mkdirSync(join(root, name), { recursive: true });
  }
  cpSync(process.execPath, join(root, "usr", "local", "bin", "node"));
  const addons = globSync("app/node_modules/**/*.node", { cwd: root }).map((file) => join(root, file));
  for (const library of new Set([process.execPath, ...addons].flatMap(librariesOf))) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
  writeFileSync(join(root, "etc", "hosts"), `127.0.0.1 ${hosts.join(" ")}\n`);
  writeFileSync(join(root, "etc", "nsswitch.conf"), "hosts: files dns\n");
  const size = execFileSync("du", ["-sm", root], { encoding: "utf8" }).split("\t")[0];
  console.log(`  root file system: ${size} MB, of which Node ${Math.round(statSync(process.execPath).size / 1e6)}`);
  return root;
}

function buildApp(source: string, target: string): void {
  for (const name of listSources()) {
    const filter = (file: string) => !/\.test\.tsx?$/.test(file);
    if (existsSync(join(REPOSITORY, name)))
      cpSync(join(REPOSITORY, name), join(source, name), { recursive: true, filter });
  }
  console.log("  building …");
  execFileSync("sh", ["ops/image/build.sh", source, target], {
    cwd: source,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    stdio: process.env.BENCH_VERBOSE ? "inherit" : ["ignore", "ignore", "inherit"],
  });
}

/** The names that the Docker context has, without the tests in them. */
function listSources(): string[] {
  const lines = readFileSync(join(REPOSITORY, ".dockerignore"), "utf8").split("\n");
  return lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
}

function librariesOf(program: string): string[] {
  const lines = execFileSync("ldd", [program], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => /(\/\S+)\s+\(0x/.exec(line)?.[1] ?? []);
}

/** Runs Node in the root file system as the image does: read-only except /tmp and /data, without rights. */
export function startInRoot(root: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  const prepare = [
    `mount --bind ${root} ${root}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
    `mount -t tmpfs -o mode=0700,uid=${USER} tmpfs ${root}/data`,
    `mount -t proc proc ${root}/proc`,
    `mount --bind /dev ${root}/dev`,
    `mount -o remount,bind,ro ${root}`,
    `exec unshare --root=${root} --wd=/app --setgid=${USER} --setuid=${USER} /usr/local/bin/node "$@"`,
  ];
  // A shell prepares the mounts in a namespace of their own and becomes the process, so that signals reach it.
  return spawn("unshare", ["--mount", "/bin/sh", "-ec", prepare.join("\n"), "sh", ...args], {
    env: { PATH: process.env.PATH, HOME: "/tmp", NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
