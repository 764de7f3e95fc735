import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWebhookClient } from "./create-webhook-client.ts";
import { errorCodeOf, type WebhookClient, type WebhookOutcome } from "./webhook-client.ts";

let client: WebhookClient;
let servers: { close(): void }[] = [];

beforeEach(() => {
  client = createWebhookClient({ allowedCidrs: "127.0.0.0/8", own: [], resolveName: async () => ["127.0.0.1"] });
});
afterEach(async () => {
  await client.close();
  for (const server of servers) server.close();
  servers = [];
});

async function listen(server: Server | ReturnType<typeof createServer>, host = "127.0.0.1"): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  servers.push({
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const overHttp = (handler: RequestListener) => listen(createHttpServer(handler));
/** A server that receives the head of a request and controls the socket. */
const overTcp = (handler: (socket: Socket, nth: number) => void) => {
  let nth = 0;
  return listen(
    createServer((socket) => {
      socket.on("data", () => {
        nth += 1;
        handler(socket, nth);
      });
    }),
  );
};

function send(port: number, more: { timeoutMs?: number; path?: string; body?: string } = {}): Promise<WebhookOutcome> {
  const { timeoutMs = 5_000, path = "/", body = "{}" } = more;
  const headers = { "content-type": "application/json" };
  return client.send({ url: `http://127.0.0.1:${port}${path}`, mode: "SANDBOX", body, headers, timeoutMs });
}

const OK = "HTTP/1.1 200 OK\r\n";

describe("endless responses are cut", () => {
  it("headers that never arrive: one time limit for everything", async () => {
    const port = await overTcp(() => undefined);
    expect(await send(port, { timeoutMs: 1_500 })).toMatchObject({
      kind: "failed",
      errorCode: "timeout",
      remoteAddress: "127.0.0.1",
    });
  });

  it("headers that arrive byte by byte", async () => {
    const port = await overTcp((socket) => {
      socket.write(OK);
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    });
    const outcome = await send(port, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: "failed", errorCode: "timeout" });
    expect(outcome.durationMs).toBeLessThan(5_000);
  });

  it("a body that trickles in: the status counts, and the received part is kept", async () => {
    const port = await overHttp((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 100);
      response.on("close", () => clearInterval(timer));
    });
    const began = performance.now();
    const outcome = await send(port, { timeoutMs: 10_000 });
    expect(outcome).toMatchObject({
      kind: "answered",
      status: 200,
      truncated: true,
      body: expect.stringMatching(/^x+$/),
    });
    // 2 s for the body plus the delays of a busy machine; without that limit it would be 10 s.
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  it("an endless body: 256 KiB are read and 16 KiB kept", async () => {
    const cut = Promise.withResolvers<void>();
    const port = await overHttp((_request, response) => {
      response.writeHead(201);
      const pour = () => {
        while (!response.destroyed && response.write("y".repeat(16_384)));
      };
      response.on("drain", pour);
      response.on("close", cut.resolve);
      pour();
    });
    const outcome = await send(port);
    if (outcome.kind !== "answered") throw new Error(outcome.errorCode);
    expect(outcome).toMatchObject({ status: 201, truncated: true, repaired: false });
    expect(outcome.body).toHaveLength(16_384);
    expect(outcome.bodyBytes).toBeLessThan(512 * 1_024);
    await cut.promise;
  });

  it("a gzip bomb is counted, never inflated, and was not requested", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1_024 * 1_024));
    let accepted: unknown = "not asked";
    const port = await overHttp((request, response) => {
      accepted = request.headers["accept-encoding"];
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const before = process.memoryUsage().rss;
    expect(await send(port)).toMatchObject({
      kind: "answered",
      body: `compressed, ${bomb.length} bytes`,
      bodyBytes: bomb.length,
      truncated: false,
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1_024 * 1_024);
    expect(accepted).toBeUndefined();
  });

  it("headers of 64 KiB", async () => {
    const port = await overTcp((socket) => socket.end(`${OK}x-much: ${"h".repeat(65_536)}\r\n\r\n`));
    expect(await send(port)).toMatchObject({ kind: "failed", errorCode: "http_error" });
  });
});

describe("broken responses have an error class", () => {
  it.each([
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.6\r\n", "http_error"],
    ["a status that is none", "HTTP/1.1 2OO OK\r\n\r\n", "http_error"],
    ["two lengths", `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, "http_error"],
    ["nothing", "", "connection_reset"],
    ["half a head", `${OK}content-le`, "connection_reset"],
  ])("%s", async (_what, bytes, errorCode) => {
    const port = await overTcp((socket) => socket.end(bytes));
    expect(await send(port)).toMatchObject({ kind: "failed", errorCode });
  });

  it("a body that breaks off: the status decides", async () => {
    const port = await overTcp((socket) => {
      socket.write(`${OK}content-length: 100\r\n\r\nhalf`);
      // Both ends share this thread: after one turn of the event loop the other end has read what was written, however
      // late the timer.
      setTimeout(() => setImmediate(() => setImmediate(() => socket.resetAndDestroy())), 30);
    });
    const outcome = await send(port);
    expect(outcome).toMatchObject({ kind: "answered", status: 200, body: "half", bodyBytes: 4, truncated: true });
    expect(errorCodeOf(outcome)).toBeNull();
  });

  it("a refused connection, and a reset one", async () => {
    expect(await send(1)).toMatchObject({ kind: "failed", errorCode: "connection_refused", remoteAddress: null });
    const port = await overTcp((socket) => socket.resetAndDestroy());
    expect(await send(port)).toMatchObject({ kind: "failed", errorCode: "connection_reset" });
  });

  it("more than 64 KiB is never sent", async () => {
    expect(await send(1, { body: "x".repeat(65_537) })).toMatchObject({ kind: "failed", errorCode: "internal" });
  });
});

describe("the stored part of a response", () => {
  it("is storable text without credentials", async () => {
    const bad = Buffer.concat([Buffer.from("a\0b₦"), Buffer.from([0xff, 0xfe]), Buffer.from("c")]);
    const port = await overHttp((_request, response) => {
      response.writeHead(200, {
        "set-cookie": ["a=1", "b=2"],
        "www-authenticate": "Basic",
        "x-list": ["1", "2"],
      });
      response.end(bad);
    });
    expect(await send(port)).toMatchObject({
      body: "ab₦\ufffd\ufffdc",
      bodyBytes: bad.length,
      repaired: true,
      truncated: false,
      headers: { "set-cookie": "redacted", "www-authenticate": "redacted", "x-list": "1, 2" },
    });
  });

  it("ends before a character that the cut would split", async () => {
    const port = await overHttp((_request, response) => void response.end(`x${"₦".repeat(10_000)}`));
    const outcome = await send(port);
    if (outcome.kind !== "answered") throw new Error(outcome.errorCode);
    expect(outcome).toMatchObject({ repaired: false, truncated: true, bodyBytes: 30_001 });
    expect(outcome.body).toBe(`x${"₦".repeat(5_461)}`);
  });

  it("has the error status or redirect, and no redirect is followed", async () => {
    const trap = await overHttp((_request, response) => void response.end("trapped"));
    let trapped = 0;
    const port = await overHttp((request, response) => {
      if (request.url === "/trapped") trapped += 1;
      response.writeHead(307, { location: `http://127.0.0.1:${trap}/trapped` }).end();
    });
    const outcome = await send(port);
    expect(outcome).toMatchObject({ kind: "answered", status: 307, body: "" });
    expect(errorCodeOf(outcome)).toBe("redirect_not_followed");
    expect(trapped).toBe(0);
    expect(errorCodeOf({ ...outcome, status: 410 } as WebhookOutcome)).toBe("http_error");
  });
});

describe("a kept connection", () => {
  const reply = `${OK}content-length: 2\r\n\r\nok`;

  it("is reused", async () => {
    let connections = 0;
    const server = createHttpServer((_request, response) => void response.end("ok"));
    server.on("connection", () => {
      connections += 1;
    });
    const port = await listen(server);
    for (let n = 0; n < 5; n += 1) expect(await send(port)).toMatchObject({ kind: "answered" });
    expect(connections).toBe(1);
  });

  it("is kept for each of many concurrent sends", async () => {
    let connections = 0;
    const server = createHttpServer((_request, response) => void setTimeout(() => response.end("ok"), 20));
    server.on("connection", () => {
      connections += 1;
    });
    const port = await listen(server);
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 20 }, () => send(port)));
    expect(connections).toBe(20);
  });

  it("that was reset before its reuse is replaced within the attempt, once", async () => {
    const seen: number[] = [];
    const port = await overTcp((socket, nth) => {
      seen.push(nth);
      // The second request uses a connection that the receiver has closed.
      if (nth === 2) socket.resetAndDestroy();
      else socket.write(reply);
    });
    expect(await send(port)).toMatchObject({ kind: "answered", body: "ok" });
    expect(await send(port)).toMatchObject({ kind: "answered", body: "ok" });
    expect(seen).toEqual([1, 2, 3]);
  });

  it("is not replaced after any response, nor when it was fresh", async () => {
    const port = await overTcp((socket, nth) => {
      if (nth === 1) socket.write(reply);
      else socket.write("HTTP/1.1 2", () => socket.resetAndDestroy());
    });
    await send(port);
    expect(await send(port)).toMatchObject({ kind: "failed", errorCode: "connection_reset" });
    const fresh: number[] = [];
    const other = await overTcp((socket, nth) => {
      fresh.push(nth);
      socket.resetAndDestroy();
    });
    await send(other);
    expect(fresh).toEqual([1]);
  });

  it("whose body was cut is closed", async () => {
    let open = 0;
    const server = createHttpServer((_request, response) => {
      response.writeHead(200, { "content-length": 1_000_000 });
      response.write("z".repeat(400_000));
    });
    server.on("connection", (socket) => {
      open += 1;
      socket.on("close", () => {
        open -= 1;
      });
    });
    const port = await listen(server);
    expect(await send(port)).toMatchObject({ truncated: true });
    await expect.poll(() => open, { timeout: 10_000 }).toBe(0);
  });
});
