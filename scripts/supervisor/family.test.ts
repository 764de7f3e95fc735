import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { isAlive } from "../processes.ts";
import { createFamily } from "./family.ts";

const root = mkdtempSync(join(tmpdir(), "wallet-family-"));
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

test("a program that fails is told with the last lines it wrote", async () => {
  const family = createFamily({ root, logs, toTerminal: false });
  await expect(family.run(program("migrate", "console.log('no such table'); process.exit(3)"))).rejects.toThrow(
    /migrate ended with code 3[\s\S]*no such table/,
  );
  await family.run(program("migrate", "console.log('fine')"));
});

test("the output of the last run is kept beside that of this one", async () => {
  await createFamily({ root, logs, toTerminal: false }).run(program("apart", "console.log('first')"));
  await createFamily({ root, logs, toTerminal: false }).run(program("apart", "console.log('second')"));
  expect(readFileSync(join(logs, "apart.log"), "utf8")).toBe("second\n");
  expect(readFileSync(join(logs, "apart.log.1"), "utf8")).toBe("first\n");
});

test("a process that ends while it starts is a failure, later it is started again", async () => {
  vi.spyOn(console, "log").mockReturnValue();
  const family = createFamily({ root, logs, toTerminal: false });
  const broken = family.keep(program("broken", "process.exit(1)"));
  await expect(broken.failure).rejects.toThrow("broken ended with code 1");

  const crashing = family.keep(program("crashing", "console.log('up'); setTimeout(() => process.exit(1), 50)"));
  crashing.settle();
  await logged("crashing", "up\nup\n");
  await crashing.stop();
});

test("stopping asks first, so that what is in flight can finish", async () => {
  const family = createFamily({ root, logs, toTerminal: false });
  const code =
    "process.once('SIGTERM', () => { console.log('done'); clearInterval(t) }); const t = setInterval(() => {}, 50); console.log('up')";
  const kept = family.keep(program("gentle", code));
  kept.settle();
  await logged("gentle", "up");
  await kept.stop();
  expect(readFileSync(join(logs, "gentle.log"), "utf8")).toBe("up\ndone\n");
});

test("children end with a parent that was killed, also those of a group of their own", async () => {
  const module = new URL("./family.ts", import.meta.url).href;
  const script = join(root, "parent.mjs");
  writeFileSync(
    script,
    `import { createFamily } from ${JSON.stringify(module)};
     const family = createFamily(${JSON.stringify({ root, logs, toTerminal: false })});
     family.keep({ name: "orphan", args: ["-e", "console.log(process.pid, 'up'); setInterval(() => {}, 50)"], env: process.env });
     console.log("started");`,
  );
  const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(parent.stdout, "data");
  const pid = Number.parseInt(await logged("orphan", "up"), 10);
  parent.kill("SIGKILL");
  while (isAlive(pid)) await sleep(20);
});
