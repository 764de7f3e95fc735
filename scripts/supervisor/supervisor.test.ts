import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { isAlive } from "../system/processes.ts";
import { createSupervisor } from "./supervisor.ts";

const root = mkdtempSync(join(tmpdir(), "wallet-supervisor-"));
const logs = join(root, "logs");
afterAll(() => rmSync(root, { recursive: true, force: true }));

function program(name: string, code: string) {
  return { name, args: ["--input-type=module", "-e", code], env: process.env };
}

async function logged(name: string, text: string): Promise<string> {
  for (;;) {
    const found = readFileSync(join(logs, `${name}.log`), "utf8");
    if (found.includes(text)) return found;
    await sleep(20);
  }
}

test("a failing program is reported with its last lines of output", async () => {
  const supervisor = createSupervisor({ root, logs, toTerminal: false });
  await expect(supervisor.run(program("migrate", "console.log('no such table'); process.exit(3)"))).rejects.toThrow(
    /migrate ended with code 3[\s\S]*no such table/,
  );
  await supervisor.run(program("migrate", "console.log('fine')"));
});

test("keeps the log of the previous run", async () => {
  await createSupervisor({ root, logs, toTerminal: false }).run(program("apart", "console.log('first')"));
  await createSupervisor({ root, logs, toTerminal: false }).run(program("apart", "console.log('second')"));
  expect(readFileSync(join(logs, "apart.log"), "utf8")).toBe("second\n");
  expect(readFileSync(join(logs, "apart.log.1"), "utf8")).toBe("first\n");
});

test("an exit during startup is a failure; a later exit causes a restart", async () => {
  vi.spyOn(console, "log").mockReturnValue();
  const supervisor = createSupervisor({ root, logs, toTerminal: false });
  const broken = supervisor.supervise(program("broken", "process.exit(1)"));
  await expect(broken.failure).rejects.toThrow("broken ended with code 1");

  const crashing = supervisor.supervise(
    program("crashing", "console.log('up'); setTimeout(() => process.exit(1), 50)"),
  );
  crashing.markReady();
  await logged("crashing", "up\nup\n");
  await crashing.stop();
});

test("stop sends SIGTERM first, so that requests in flight can finish", async () => {
  const supervisor = createSupervisor({ root, logs, toTerminal: false });
  const code =
    "process.once('SIGTERM', () => { console.log('done'); clearInterval(t) }); const t = setInterval(() => {}, 50); console.log('up')";
  const supervised = supervisor.supervise(program("gentle", code));
  supervised.markReady();
  await logged("gentle", "up");
  await supervised.stop();
  expect(readFileSync(join(logs, "gentle.log"), "utf8")).toBe("up\ndone\n");
});

test("children exit with a killed parent, even in their own process group", async () => {
  const module = new URL("./supervisor.ts", import.meta.url).href;
  const script = join(root, "parent.mjs");
  writeFileSync(
    script,
    `import { createSupervisor } from ${JSON.stringify(module)};
     const supervisor = createSupervisor(${JSON.stringify({ root, logs, toTerminal: false })});
     supervisor.supervise({ name: "orphan", args: ["-e", "console.log(process.pid, 'up'); setInterval(() => {}, 50)"], env: process.env });
     console.log("started");`,
  );
  const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(parent.stdout, "data");
  const pid = Number.parseInt(await logged("orphan", "up"), 10);
  parent.kill("SIGKILL");
  while (isAlive(pid)) await sleep(20);
});
