import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";

const clone = realpathSync(mkdtempSync(join(tmpdir(), "wallet-setup-")));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const platform = `${process.platform}-${process.arch}`;
const link = join(clone, "node_modules", ".bin", "node");
const lockFile = {
  packages: {
    "": {},
    "node_modules/zod": { version: "4.0.0" },
    "node_modules/odd": { version: "1.0.0", optional: true },
  },
};

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text, { mode });
}

/** Runs setup in the clone, with a fake npm that records its arguments. */
function setUp(...args: string[]) {
  const env = { PATH: `${join(clone, "bin")}:${process.env.PATH}`, HOME: clone };
  const done = spawnSync(process.execPath, ["scripts/setup.mjs", ...args], { cwd: clone, env, encoding: "utf8" });
  return { ...done, askedNpm: existsSync(join(clone, "npm-was-asked")) };
}

beforeEach(() => {
  rmSync(clone, { recursive: true, force: true });
  mkdirSync(join(clone, "scripts"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "setup.mjs"), join(clone, "scripts", "setup.mjs"));
  write("package-lock.json", JSON.stringify(lockFile));
  write("bin/npm", `#!/bin/sh\necho "$@" > ${join(clone, "npm-was-asked")}\nmkdir -p node_modules\n`, 0o755);
  mkdirSync(join(clone, "node_modules", `node-${platform}`, "bin"), { recursive: true });
  symlinkSync(process.execPath, join(clone, "node_modules", `node-${platform}`, "bin", "node"));
});

test("installs the packages of the lock file once", () => {
  const first = setUp();
  expect(first.stdout).toContain("Installing packages");
  expect(first.askedNpm).toBe(true);
  rmSync(join(clone, "npm-was-asked"));
  expect(setUp()).toMatchObject({ status: 0, stdout: "", askedNpm: false });
  write("package-lock.json", JSON.stringify({ ...lockFile, version: "2" }));
  expect(setUp().askedNpm).toBe(true);
});

test("accepts an existing installation; optional packages may be missing", () => {
  write("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/zod": { version: "4.0.0" } } }));
  expect(setUp()).toMatchObject({ status: 0, askedNpm: false });
});

test("replaces an installation of other versions", () => {
  write("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/zod": { version: "3.0.0" } } }));
  expect(setUp().askedNpm).toBe(true);
});

test.runIf(["linux-x64", "linux-arm64"].includes(platform))("restores the link to Node 24 that npm 10 drops", () => {
  setUp();
  rmSync(link);
  setUp();
  expect(realpathSync(link)).toBe(realpathSync(process.execPath));
});

test("explains a failed npm in a sentence and counts nothing as installed", () => {
  write("bin/npm", "#!/bin/sh\necho 'no network' >&2\nexit 7\n", 0o755);
  const done = setUp("scripts/never.ts");
  expect(done.status).toBe(1);
  expect(done.stderr).toMatch(/no network[\s\S]*The packages could not be installed \(npm ci ended with 7\)/);
  expect(existsSync(join(clone, "node_modules", ".setup-stamp"))).toBe(false);
});

test("then runs the program, with its arguments", () => {
  write("scripts/hello.ts", "const words: string[] = process.argv.slice(2); console.log(words.join('+'));");
  expect(setUp("scripts/hello.ts", "a", "b").stdout).toMatch(/a\+b\n$/);
});
