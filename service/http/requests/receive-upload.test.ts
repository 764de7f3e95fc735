import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { batchEndpoints } from "../../../contract/batches.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Services } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import { keepAnswer } from "../../domain/stored-answers.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey } from "../../testing/factories.ts";
import { silentLog } from "../monitoring/log.ts";
import { createMetrics } from "../monitoring/metrics.ts";
import { createServer } from "../server.ts";

const database = useTestDatabase();
const endpoint = batchEndpoints.uploadBatch;
const other = batchEndpoints.batchCreditByCustomer;
const path = "/v1/wallet/bulk-credit-customer";
let services: Services;
let app: FastifyInstance;
let authorization: string;
let address: string;
const seen = { received: 0, accepted: 0, discarded: 0, broken: 0 };
/** Uploads of which a part has arrived. */
let begun = 0;

beforeAll(async () => {
  services = testServices(database, { clock: { now: () => new Date() } });
  const server = createServer(services, {
    table: [endpoint, other],
    log: silentLog,
    metrics: createMetrics(),
    trustedProxies: "loopback",
    checkReplies: false,
  });
  server.binder.bind(other, async () => ({}));
  server.binder.bindUpload(endpoint, {
    async receive(_ctx, file) {
      let bytes = 0;
      try {
        for await (const chunk of file) {
          if (bytes === 0) begun += 1;
          if (bytes === 0 && chunk.toString("utf8", 0, 3) === "no!") throw new Failure("validation_failed");
          bytes += chunk.length;
        }
      } catch (error) {
        seen.broken += 1;
        throw error;
      }
      seen.received += 1;
      return bytes;
    },
    async accept(ctx, { body }, { staged, sha256 }) {
      const data = { bytes: staged, sha256, operation: body.operation };
      await inTransaction(ctx.db, (tx) => keepAnswer(tx, ctx, { payload: { data } }));
      seen.accepted += 1;
      return { data };
    },
    async discard() {
      seen.discarded += 1;
    },
  });
  app = server.app;
  const merchant = await createTestMerchant(services);
  authorization = `Bearer ${await sandboxPrivateKey(services, merchant)}`;
  await app.listen({ host: "127.0.0.1", port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;
});
beforeEach(() => {
  begun = 0;
  Object.assign(seen, { received: 0, accepted: 0, discarded: 0, broken: 0 });
});
afterAll(async () => {
  await app.close();
  await services.committer.close();
});

const Reply = z.looseObject({
  message: z.string().optional(),
  code: z.string().optional(),
  data: z.looseObject({ operation: z.string() }).optional(),
  errors: z.array(z.looseObject({ field: z.string() })).optional(),
});

type Parts = { file?: string | Blob; operation?: string; other?: string };

async function send(parts: Parts, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (name === "operation" || name === "other") form.append(name, value as string);
    else form.append(name, typeof value === "string" ? new Blob([value]) : value, "a.csv");
  }
  const reply = await fetch(address, { method: "POST", body: form, headers: { authorization, ...headers } });
  return { status: reply.status, headers: reply.headers, body: Reply.parse(await reply.json()) };
}

describe("an upload", () => {
  it("is streamed as it arrives, with its hash and its fields in any order", async () => {
    const reply = await send({ file: "abc", operation: "credit", other: "ignored" });
    expect(reply.status).toBe(202);
    expect(reply.body.data).toEqual({
      bytes: 3,
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      operation: "credit",
    });
    expect((await send({ operation: "debit", file: "abc" })).body.data?.operation).toBe("debit");
    expect(seen).toEqual({ received: 2, accepted: 2, discarded: 0, broken: 0 });
  });

  it("without its file is 400 and names the field", async () => {
    const reply = await send({ operation: "credit" });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe("file is required: the CSV is missing or failed to upload.");
  });

  it("with an invalid field is discarded", async () => {
    const reply = await send({ operation: "burn", file: "abc" });
    expect(reply.status).toBe(400);
    expect(reply.body.errors?.[0]?.field).toBe("operation");
    expect(seen).toEqual({ received: 1, accepted: 0, discarded: 1, broken: 0 });
  });

  it("without multipart is 415 here, and multipart is 415 elsewhere", async () => {
    const reply = await fetch(address, {
      method: "POST",
      body: "{}",
      headers: { authorization, "content-type": "application/json" },
    });
    expect(reply.status).toBe(415);
    expect(Reply.parse(await reply.json()).message).toBe("This endpoint accepts multipart/form-data.");
  });

  it("of more than 64 MiB is 413, by Content-Length or while reading", async () => {
    const file = new Blob([Buffer.alloc(64 * 1_048_576 + 1)]);
    const found = await send({ operation: "credit", file });
    expect(found.status).toBe(413);
    expect(found.body.message).toBe("The file is larger than the limit of 64 MiB.");
    expect(seen).toEqual({ received: 0, accepted: 0, discarded: 0, broken: 1 });
    const said = await send({ operation: "credit", file: new Blob([file, Buffer.alloc(70_000)]) });
    expect(said.status).toBe(413);
    expect(seen.broken).toBe(1);
  });

  it("rejected by its reader gets a reply before the rest arrives", async () => {
    for (let i = 0; i < 3; i += 1) {
      const reply = await send({ file: `no!${"x".repeat(20_000_000)}`, operation: "credit" });
      expect([reply.status, reply.body.code]).toEqual([400, "validation_failed"]);
    }
    expect(seen).toEqual({ received: 0, accepted: 0, discarded: 0, broken: 3 });
  });

  it("with an error after the file is discarded", async () => {
    const field = (name: string, value: string, file = "") =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    const operation = field("operation", "credit");
    const reply = await fetch(address, {
      method: "POST",
      body: `${field("file", "abc", '; filename="a"')}${operation}${operation}--x--\r\n`,
      headers: { authorization, "content-type": "multipart/form-data; boundary=x" },
    });
    expect([reply.status, Reply.parse(await reply.json()).message]).toEqual([400, "operation must be given once."]);
    expect(seen).toEqual({ received: 1, accepted: 0, discarded: 1, broken: 0 });
  });

  it("that is cut off fails its reader", async () => {
    const cut = httpRequest(address, {
      method: "POST",
      headers: { authorization, "content-type": "multipart/form-data; boundary=x", "content-length": "1000000" },
    });
    cut.on("error", () => undefined);
    cut.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsome rows');
    await expect.poll(() => begun).toBe(1);
    cut.destroy();
    await expect.poll(() => seen.broken).toBe(1);
    expect(seen).toEqual({ received: 0, accepted: 0, discarded: 0, broken: 1 });
  });

  it.each([
    ["a broken boundary", "multipart/form-data; boundary=x", "--y\r\n"],
    ["no boundary", "multipart/form-data", "{}"],
    [
      "a body that ends too early",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
  ])("with %s is 400", async (_name, type, body) => {
    const reply = await fetch(address, { method: "POST", body, headers: { authorization, "content-type": type } });
    expect([reply.status, Reply.parse(await reply.json()).code]).toEqual([400, "upload_incomplete"]);
    expect(seen.accepted).toBe(0);
  });
});

describe("a body that stalls", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  type Stalled = { url: string; type: string; beginning: string; hasBegun: (timers: number[]) => boolean };

  /** Sends the start of a body, waits until the service waits for more, advances the time and returns the reply. */
  async function stall(
    { url, type, beginning, hasBegun }: Stalled,
    { seconds, waitMs }: { seconds: number; waitMs: number },
  ): Promise<number | undefined> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const timer = vi.spyOn(globalThis, "setTimeout");
    const headers = { authorization, "content-type": type, "content-length": "1000000" };
    const request = httpRequest(url, { method: "POST", headers });
    const answer = Promise.withResolvers<number | undefined>();
    request.on("response", (response) => answer.resolve(response.statusCode));
    request.on("error", () => answer.resolve(undefined));
    request.write(beginning);
    while (!hasBegun(timer.mock.calls.map(([, ms]) => ms ?? 0))) await turn();
    for (let i = 0; i < 50; i += 1) await turn();
    timer.mockRestore();
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    vi.useRealTimers();
    const timeLeft = sleep(waitMs, undefined, { ref: false });
    const status = await Promise.race([answer.promise, timeLeft]);
    request.destroy();
    return status;
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it("of an upload is 408 after 30 s, and its reader fails", async () => {
    const beginning = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsome rows';
    const upload = { url: address, type: "multipart/form-data; boundary=x", beginning };
    expect(await stall({ ...upload, hasBegun: () => begun === 1 }, { seconds: 29, waitMs: 500 })).toBeUndefined();
    expect(await stall({ ...upload, hasBegun: () => begun === 2 }, { seconds: 31, waitMs: 20_000 })).toBe(408);
    await expect.poll(() => seen.broken).toBe(2);
    expect(seen).toEqual({ received: 0, accepted: 0, discarded: 0, broken: 2 });
  });

  it("of another request is 408 after a minute", async () => {
    const url = address.replace(path, "/v1/wallet/batch-credit-customer-wallet");
    const hasBegun = (timers: number[]) => timers.includes(60_000);
    const body = { url, type: "application/json", beginning: "{", hasBegun };
    expect(await stall(body, { seconds: 59, waitMs: 500 })).toBeUndefined();
    expect(await stall(body, { seconds: 61, waitMs: 20_000 })).toBe(408);
  });
});

describe("an unread body", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("closes its connection after a minute, however slowly it arrives", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": "1000000" };
    const request = httpRequest(address, { method: "POST", headers });
    request.write("-");
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    response.resume();
    const { socket } = request;
    socket?.on("error", () => undefined);
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(socket?.destroyed).toBe(false);
    const closed = socket && once(socket, "close");
    request.write("-");
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(await Promise.race([closed, sleep(1_000, "still open", { ref: false })])).not.toBe("still open");
    request.destroy();
  });
});

describe("an Idempotency-Key on an upload", () => {
  it("accepts the same fields and file once, and rejects another file", async () => {
    const key = { "idempotency-key": "upload-1" };
    const first = await send({ operation: "credit", file: "abc" }, key);
    const again = await send({ file: "abc", operation: "credit" }, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect((await send({ operation: "credit", file: "abd" }, key)).status).toBe(422);
    expect((await send({ operation: "debit", file: "abc" }, key)).status).toBe(422);
    expect(seen).toEqual({ received: 4, accepted: 1, discarded: 3, broken: 0 });
  });

  it("accepts one of two concurrent requests", async () => {
    const key = { "idempotency-key": "upload-2" };
    const replies = await Promise.all([1, 2, 3].map(() => send({ operation: "credit", file: "abc" }, key)));
    expect(replies.map(({ status }) => status).every((status) => status === 202 || status === 409)).toBe(true);
    expect(seen.accepted).toBe(1);
    expect(seen.discarded).toBe(2);
  });
});
