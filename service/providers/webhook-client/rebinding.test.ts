import { createSocket, type Socket as DatagramSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { type Answer, decode, encode } from "dns-packet";
import { afterEach, beforeEach, expect, it } from "vitest";
import { webhookUrlTexts } from "../../../contract/texts/webhooks.ts";
import { createConnections } from "./connections.ts";
import { createWebhookClient, exchange } from "./create-webhook-client.ts";
import { classOfError } from "./failure-class.ts";
import { createNameResolver } from "./resolve-name.ts";
import type { WebhookClient } from "./webhook-client.ts";

// A name server that changes its answers: the receiver listens on 127.0.0.1, which the test allows, the trap on
// 127.0.0.2, which stays forbidden like any private address.
const RECEIVER = "127.0.0.1";
const TRAP = "127.0.0.2";

let nameServer: DatagramSocket;
let asked: number;
/** The answers to IPv4 queries; undefined gives no response. */
let zone: (nth: number) => string[] | "silence" | "no such name";
let receiver: Server;
let trap: Server;
let trapped: number;
let port: number;
let client: WebhookClient;

beforeEach(async () => {
  [asked, trapped] = [0, 0];
  nameServer = createSocket("udp4");
  nameServer.on("message", (message, from) => {
    const reply = answerTo(message);
    if (reply) nameServer.send(reply, from.port, from.address);
  });
  nameServer.bind(0, "127.0.0.1");
  await once(nameServer, "listening");

  receiver = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok"));
  });
  receiver.listen(0, RECEIVER);
  await once(receiver, "listening");
  port = (receiver.address() as AddressInfo).port;
  trap = createServer((socket) => {
    trapped += 1;
    socket.destroy();
  });
  trap.listen(port, TRAP);
  await once(trap, "listening");

  const resolveName = createNameResolver([`127.0.0.1:${nameServer.address().port}`]);
  client = createWebhookClient({ allowedCidrs: `${RECEIVER}/32`, own: [], resolveName });
});
afterEach(async () => {
  await client.close();
  for (const server of [nameServer, receiver, trap]) server.close();
});

function answerTo(message: Buffer): Buffer | null {
  const { id = 0, questions = [] } = decode(message);
  const [question] = questions;
  if (question?.type === "A") asked += 1;
  const found = zone(asked);
  if (!question || found === "silence") return null;
  const isMissing = found === "no such name";
  const addresses = isMissing || question.type !== "A" ? [] : found;
  const answers = addresses.map((data): Answer => ({ type: "A", name: question.name, ttl: 0, data }));
  return encode({ type: "response", id, flags: isMissing ? 3 : 0, questions: [question], answers });
}

function send() {
  const url = `http://rebind.test:${port}/`;
  return client.send({ url, mode: "SANDBOX", body: "{}", headers: {}, timeoutMs: 10_000 });
}

it("a name that was valid when stored and resolves to a private address when sent to reaches nothing", async () => {
  zone = (nth) => (nth === 1 ? [RECEIVER] : [TRAP]);
  expect(await client.findRefusal(`http://rebind.test:${port}/`, "SANDBOX")).toBeNull();
  expect(await send()).toMatchObject({ kind: "failed", errorCode: "blocked_address", remoteAddress: null });
  expect(trapped).toBe(0);
});

it("a name that changes with every query is resolved once per connection, which uses the checked address", async () => {
  zone = (nth) => (nth % 2 === 1 ? [RECEIVER] : [TRAP]);
  expect(await send()).toMatchObject({ kind: "answered", remoteAddress: RECEIVER });
  expect(asked).toBe(1);
  expect(await send()).toMatchObject({ kind: "failed", errorCode: "blocked_address" });
  expect(asked).toBe(2);
  expect(trapped).toBe(0);
});

it("one forbidden address among valid ones rejects the name", async () => {
  zone = () => [RECEIVER, TRAP, "93.184.215.14"];
  expect(await send()).toMatchObject({ kind: "failed", errorCode: "blocked_address" });
  expect(await client.findRefusal(`http://rebind.test:${port}/`, "SANDBOX")).toEqual({
    errorCode: "blocked_address",
    message: webhookUrlTexts.notPublic,
  });
  expect(trapped).toBe(0);
});

it.each(["no such name", "silence"] as const)("%s does not resolve", async (answer) => {
  zone = () => answer;
  expect(await send()).toMatchObject({ kind: "failed", errorCode: "dns_error" });
  expect(await client.findRefusal(`http://rebind.test:${port}/`, "SANDBOX")).toEqual({
    errorCode: "dns_error",
    message: "names a host that cannot be found; check its spelling",
  });
});

it("a connection to another address than the checked one sends nothing", async () => {
  let received = 0;
  trap.on("connection", (socket) => {
    socket.on("data", () => {
      received += 1;
    });
  });
  // The guard approves one address and the connection uses another, as if the name had been resolved twice.
  const connections = createConnections(async () => [RECEIVER]);
  const target = { protocol: "http:" as const, hostname: TRAP, isLiteral: true, port, path: "/" };
  const signal = AbortSignal.timeout(5_000);
  const made = await exchange(connections, target, { path: "/", headers: {}, body: Buffer.from("{}"), signal });
  expect("error" in made && classOfError(made.error)).toBe("blocked_address");
  expect(received).toBe(0);
  await connections.close();
});

it("the platform's own addresses are rejected even in an allowed range", async () => {
  zone = () => [RECEIVER];
  const resolveName = createNameResolver([`127.0.0.1:${nameServer.address().port}`]);
  const own = [{ host: "127.0.0.1", port }];
  const guarded = createWebhookClient({ allowedCidrs: "127.0.0.0/8", own, resolveName });
  for (const host of ["127.0.0.1", "127.0.0.1.", "rebind.test"]) {
    const request = {
      url: `http://${host}:${port}/`,
      mode: "SANDBOX" as const,
      body: "{}",
      headers: {},
      timeoutMs: 5_000,
    };
    expect([host, await guarded.send(request)]).toMatchObject([host, { errorCode: "blocked_address" }]);
  }
  await guarded.close();
});
