import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

export type CheckResult = { name: string; isGood: boolean; ms: number; output: string };
type Check = { name: string; file: string; args: string[] };

const SCRIPTS = dirname(import.meta.dirname);
const ROOT = dirname(SCRIPTS);
const PRODUCT = ["app", "components", "contract", "lib", "service", "e2e", "bench", "scripts", "sdk"];

/** Runs all checks of the sources and prints each with its time. Only the SQL check starts a database, of its own. */
export async function runChecks(): Promise<CheckResult[]> {
  await writeRouteTypes();
  return Promise.all(
    listChecks().map(async (check) => {
      const result = await run(check);
      console.log(`  ${result.isGood ? "ok  " : "FAIL"} ${check.name.padEnd(32)} ${String(result.ms).padStart(6)} ms`);
      if (!result.isGood) console.log(result.output.trimEnd().replaceAll(/^/gm, "       "));
      return result;
    }),
  );
}

function listChecks(): Check[] {
  const own = readdirSync(SCRIPTS).filter((file) => /^check-.*\.ts$/.test(file) && !file.endsWith(".test.ts"));
  const folders = PRODUCT.filter((folder) => existsSync(join(ROOT, folder)));
  return [
    { name: "types of the service", file: bin("tsc"), args: ["-p", "service/tsconfig.json"] },
    { name: "types of the dashboard", file: bin("tsc"), args: ["-p", "tsconfig.json"] },
    { name: "types of the SDK", file: bin("tsc"), args: ["-p", "sdk/typescript/tsconfig.json"] },
    { name: "format and lint", file: bin("biome"), args: ["ci", "--colors=off", "."] },
    { name: "import directions", file: bin("depcruise"), args: [...folders, "--config", ".dependency-cruiser.cjs"] },
    { name: "dead files and exports", file: bin("knip"), args: ["--no-progress"] },
    { name: "lock file", file: process.execPath, args: ["scripts/complete-lock-file.ts", "--check"] },
    ...own.map((file) => ({
      name: file.replace(/^check-(.*)\.ts$/, "$1").replaceAll("-", " "),
      file: process.execPath,
      args: [join("scripts", file)],
    })),
  ];
}

// The dashboard's types import a file that Next generates; a fresh clone does not have it yet.
async function writeRouteTypes(): Promise<void> {
  if (existsSync(join(ROOT, "next-env.d.ts")) || !existsSync(join(ROOT, "next.config.mjs"))) return;
  const { isGood, output } = await run({ name: "route types", file: bin("next"), args: ["typegen"] });
  if (!isGood) console.log(output);
}

function bin(name: string): string {
  return join(ROOT, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
}

function run({ name, file, args }: Check): Promise<CheckResult> {
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
    shell: process.platform === "win32" && file.endsWith(".cmd"),
  });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    output += text;
  });
  return new Promise((done) => {
    const end = (isGood: boolean) => done({ name, isGood, ms: Math.round(performance.now() - startedAt), output });
    child.once("error", (error) => {
      output += error.message;
      end(false);
    });
    child.once("close", (code) => end(code === 0));
  });
}
