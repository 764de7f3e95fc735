import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cookieOf, pageRequest, testSettings, testToken } from "../testing/sessions.ts";
import { sendJson, upstreamOfFile } from "../testing/upstream.ts";
import { forward } from "./session-proxy.ts";

const upstream = upstreamOfFile();
const PATH = "/wallet/bulk-credit-customer";
const MIB = 1024 * 1024;
const TYPE = "multipart/form-data; boundary=----the-browser's-own";
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function upload(
  body: BodyInit,
  {
    headers = {},
    limit = 30_000,
    path = PATH,
  }: { headers?: Record<string, string>; limit?: number; path?: string } = {},
) {
  const settings = testSettings(upstream.url, { upload: limit });
  const cookie = await cookieOf(testToken(), settings);
  const request = pageRequest({
    method: "POST",
    path,
    cookie,
    body,
    headers: { "Content-Type": TYPE, "Idempotency-Key": "k-upload", ...headers },
  });
  return forward(request, path.split("/").slice(1), settings);
}

/** A stream of `parts` MiB that creates each chunk only after the previous one was read. */
function mebibytes(parts: number, made: { count: number } = { count: 0 }): ReadableStream<Uint8Array> {
  const part = randomBytes(MIB);
  return new ReadableStream({
    pull(controller) {
      if (made.count === parts) return controller.close();
      made.count += 1;
      controller.enqueue(part);
    },
  });
}

describe("an upload", () => {
  it("is forwarded byte for byte, with its boundary and length", async () => {
    upstream.on(`POST /v1${PATH}`, (_call, response) => sendJson(response, 202, { status: true }));
    const body = randomBytes(12 * MIB);
    const response = await upload(body, { headers: { "Content-Length": String(body.length) } });
    expect(response.status).toBe(202);
    const [sent] = upstream.calls;
    expect(sha(sent?.body ?? Buffer.alloc(0))).toBe(sha(body));
    expect(sent?.headers).toMatchObject({ "content-type": TYPE, "content-length": String(body.length) });
  });

  it("of unknown length is streamed", async () => {
    upstream.on(`POST /v1${PATH}`, ({ body }, response) =>
      sendJson(response, 202, { status: true, size: body.length }),
    );
    const response = await upload(mebibytes(5));
    expect(await response.json()).toMatchObject({ size: 5 * MIB });
  });

  it("over 64 MiB is refused unread when Content-Length says so", async () => {
    const response = await upload(mebibytes(1), { headers: { "Content-Length": String(65 * MIB) } });
    expect([response.status, (await response.json()).code]).toEqual([413, "body_too_large"]);
    expect(upstream.calls).toEqual([]);
  });

  it("over 64 MiB is aborted when Content-Length does not say so", async () => {
    const made = { count: 0 };
    const response = await upload(mebibytes(200, made));
    expect(response.status).toBe(413);
    expect(made.count).toBeLessThan(70);
    expect(upstream.calls).toEqual([]);
  });

  it("of a settlement file may have any size", async () => {
    const path = "/reconciliation/files";
    upstream.on(`POST /v1${path}`, ({ body }, response) =>
      sendJson(response, 202, { status: true, size: body.length }),
    );
    const response = await upload(mebibytes(66), { path });
    expect(await response.json()).toMatchObject({ size: 66 * MIB });
  });

  it("may exceed its time limit while it makes progress, and is aborted when it stalls", async () => {
    upstream.on(`POST /v1${PATH}`, (_call, response) => sendJson(response, 202, { status: true }));
    const paced = (pauses: number[]) =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          const pause = pauses.shift();
          if (pause === undefined) return controller.close();
          await new Promise((resolve) => setTimeout(resolve, pause));
          controller.enqueue(new Uint8Array(10));
        },
      });
    expect((await upload(paced([400, 400, 400, 400]), { limit: 1_200 })).status).toBe(202);
    expect((await upload(paced([10, 6_000]), { limit: 1_200 })).status).toBe(504);
  });
});
