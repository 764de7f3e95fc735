import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deliveryHeaders } from "./sign-payload.ts";

// Runs the receiver example exactly as the documentation prints it.
const SECRET = "whsec_0123456789abcdef0123456789abcdef";
const body = '{"event":"wallet.credit","data":{"reference":"REF-0000000001","description":"Tólá ₦"}}';
const folder = mkdtempSync(join(tmpdir(), "receiver-"));
let receiver: ChildProcess;
let said: string[];
let port: number;

beforeAll(async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/webhook-receiver.md"), "utf8");
  const [, program] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const file = join(folder, "receiver.mjs");
  writeFileSync(file, program ?? "");
  port = await freePort();
  said = [];
  receiver = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, SIGNING_SECRET: SECRET, PORT: String(port) },
  });
  receiver.stdout?.on("data", (part) => said.push(...String(part).trim().split("\n")));
  await until(() => said.includes("listening"));
});
beforeEach(() => {
  said = [];
});
afterAll(() => {
  receiver.kill();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function post(more: Partial<Parameters<typeof deliveryHeaders>[0]>, sent = body): Promise<number> {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const delivery = {
    key: "sk_sandbox_other",
    previousKey: null,
    secrets: [SECRET],
    body,
    timestampSeconds,
    eventId: "e",
    deliveryId: "d",
    attempt: 1,
  };
  const headers = deliveryHeaders({ ...delivery, ...more });
  delete headers["content-length"];
  return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: sent })).status;
}

it("accepts a signed delivery, once", async () => {
  expect(await post({ eventId: "once" })).toBe(204);
  expect(await post({ eventId: "once", attempt: 2, deliveryId: "replayed" })).toBe(204);
  expect(await post({ eventId: "other" })).toBe(204);
  await until(() => said.length >= 2);
  expect(said).toEqual(["event wallet.credit REF-0000000001", "event wallet.credit REF-0000000001"]);
});

it("refuses a recorded delivery with a new timestamp, whose older signature still matches", async () => {
  const recorded = deliveryHeaders({
    key: "sk_sandbox_other",
    previousKey: null,
    secrets: [SECRET],
    body,
    timestampSeconds: 1_700_000_000,
    eventId: "recorded",
    deliveryId: "d",
    attempt: 1,
  });
  delete recorded["content-length"];
  const headers = { ...recorded, "x-webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status).toBe(401);
});

it("accepts a delivery signed with its secret next to a new one", async () => {
  expect(await post({ eventId: "rolled", secrets: ["whsec_new", SECRET] })).toBe(204);
  await until(() => said.length > 0);
});

it("answers the challenge", async () => {
  const challenge = '{"event":"endpoint.challenge","data":{"challenge":"c-1"}}';
  expect(await post({ eventId: "challenge", body: challenge }, challenge)).toBe(200);
});

it("survives a sender that disconnects mid-request", async () => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{");
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await post({ eventId: "after" })).toBe(204);
  await until(() => said.length > 0);
});

it("rejects a body that is changed, signed with another key or old", async () => {
  expect(await post({}, body.replace("REF", "FER"))).toBe(401);
  expect(await post({ secrets: ["whsec_foreign"] })).toBe(401);
  expect(await post({ key: SECRET, secrets: [] })).toBe(401);
  expect(await post({ timestampSeconds: Math.floor(Date.now() / 1000) - 301 })).toBe(401);
  expect(await post({ timestampSeconds: Number.NaN })).toBe(401);
  expect(await post({ body: "x".repeat(70_000) }, "x".repeat(70_000))).toBe(413);
  expect(said).toEqual([]);
});
