import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findFreePort } from "../system/ports.ts";
import { checkPorts } from "./check-ports.ts";
import { inspectDashboardBuild } from "./dashboard-build.ts";
import { lockInstance } from "./instance-lock.ts";
import { findSecretsKey, readSecrets, withoutServiceSecrets } from "./secrets.ts";
import { readSettings } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "wallet-start-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function settingsWith(env: NodeJS.ProcessEnv) {
  return readSettings(folder, env, []);
}

test("settings have defaults, and an invalid setting is named", () => {
  expect(settingsWith({})).toMatchObject({
    port: 3000,
    servicePort: 4000,
    bankPort: 4100,
    dataDir: join(folder, ".data"),
  });
  expect(() => settingsWith({ PORT: "http" })).toThrow('PORT must be a port number, not "http"');
  expect(() => settingsWith({ SERVICE_PORT: "70000" })).toThrow("SERVICE_PORT must be a port number");
  expect(() => settingsWith({ PORT: "5000", SERVICE_PORT: "5000" })).toThrow("PORT and SERVICE_PORT are both 5000");
  expect(settingsWith({ SERVICE_PORT: "65500" })).toMatchObject({ bankPort: 65_400 });
  expect(() => settingsWith({ SANDBOX_BANK_PORT: "4000" })).toThrow("SANDBOX_BANK_PORT is 4000");
  expect(() => settingsWith({ SEED_DEMO: "yes" })).toThrow("SEED_DEMO must be 0 or 1");
});

const PORTS = ["PORT", "SERVICE_PORT", "SANDBOX_BANK_PORT"];
test.each(PORTS)("reports a port in use with the name of its variable: %s", async (name) => {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const taken = typeof address === "object" && address ? address.port : 0;
  const free = await Promise.all(PORTS.map(async (one) => [one, String(await findFreePort())]));
  const settings = settingsWith({ ...Object.fromEntries(free), [name]: String(taken) });
  await expect(checkPorts(settings, 0)).rejects.toThrow(
    new RegExp(`Port ${taken}.* is taken.* ${name}=\\d+ npm start`),
  );
  setTimeout(() => server.close(), 100);
  await checkPorts(settings, 5000);
});

test("one instance per folder; the lock of a killed instance is taken over", () => {
  const dataDir = join(folder, "locked");
  const lock = lockInstance(dataDir, "http://localhost:3000");
  expect(lock.wasLeftOver).toBe(false);
  expect(() => lockInstance(dataDir, "x")).toThrow(
    `is already running (process ${process.pid}, http://localhost:3000)`,
  );
  lock.release();

  const dead = { pid: 2 ** 22 + 1, mark: "1", address: "" };
  const reused = { pid: process.pid, mark: "another beginning", address: "" };
  for (const holder of [dead, reused]) {
    writeFileSync(join(dataDir, "instance.lock"), JSON.stringify(holder));
    const next = lockInstance(dataDir, "y");
    expect(next.wasLeftOver).toBe(true);
    next.release();
  }
});

test("secrets are generated once, readable by their owner only; production must set them", () => {
  const dataDir = join(folder, "secrets");
  mkdirSync(dataDir);
  const settings = { ...settingsWith({ DATA_DIR: dataDir }), dataDir };
  const first = readSecrets(settings, {});
  expect(Buffer.from(first.SECRETS_KEY, "base64")).toHaveLength(32);
  expect(readSecrets(settings, {})).toEqual(first);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(readSecrets(settings, { SECRETS_KEY: "mine" })).toEqual({ ...first, SECRETS_KEY: "mine" });
  expect(findSecretsKey(settings, {})).toBe(first.SECRETS_KEY);
  expect(findSecretsKey(settings, { SECRETS_KEY: "mine" })).toBe("mine");
  expect(findSecretsKey({ ...settings, isProduction: true }, {})).toBeUndefined();
  expect(() => readSecrets({ ...settings, isProduction: true }, { SECRETS_KEY: "mine" })).toThrow("NEXTAUTH_SECRET");
});

test("the dashboard is rebuilt only after its sources change", () => {
  const root = join(folder, "clone");
  for (const part of ["app", ".next"]) mkdirSync(join(root, part), { recursive: true });
  writeFileSync(join(root, "app", "page.tsx"), "one");
  expect(inspectDashboardBuild(root).isNeeded).toBe(true);
  expect(() => inspectDashboardBuild(root).recordBuild()).toThrow("left no build behind");
  writeFileSync(join(root, ".next", "BUILD_ID"), "x");
  inspectDashboardBuild(root).recordBuild();
  expect(inspectDashboardBuild(root).isNeeded).toBe(false);
  writeFileSync(join(root, "app", "page.test.tsx"), "a test");
  expect(inspectDashboardBuild(root).isNeeded).toBe(false);
  writeFileSync(join(root, "app", "page.tsx"), "two");
  expect(inspectDashboardBuild(root).isNeeded).toBe(true);
});

test("the dashboard gets no credentials for the database, the registry or messages", () => {
  const env = {
    DATABASE_URL: "postgres://x",
    SECRETS_KEY: "k",
    SMTP_URL: "smtps://u:p@h",
    NEXTAUTH_SECRET: "s",
    PORT: "1",
  };
  const given = withoutServiceSecrets(env);
  expect(given).toMatchObject({ DATABASE_URL: "", SECRETS_KEY: "", SMTP_URL: "", NEXTAUTH_SECRET: "s", PORT: "1" });
});
