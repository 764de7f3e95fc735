import { describe, expect, it } from "vitest";
import { ORIGIN } from "../testing/sessions.ts";
import { readBody, withBufferedBody } from "./request-body.ts";

const MIB = 1024 * 1024;

/** A client that sends `mib` chunks of 1 MiB, sends forever, or stalls; `sent` counts the chunks that were read. */
function sender(mib: number, end: "closes" | "stalls" = "closes") {
  const sent = { mib: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent.mib >= mib) return end === "closes" ? controller.close() : new Promise(() => undefined);
        sent.mib += 1;
        controller.enqueue(new Uint8Array(MIB));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, duplex: "half" };
  return { sent, request: new Request(`${ORIGIN}/api/auth/callback/credentials`, init) };
}

describe("a buffered body", () => {
  it("of up to 1 MiB is read in full", async () => {
    const body = await readBody(sender(1).request);
    expect(body.kind === "buffered" && body.bytes.byteLength).toBe(MIB);
  });

  it("that exceeds the limit is rejected while it arrives, regardless of its Content-Length", async () => {
    const { request, sent } = sender(Number.POSITIVE_INFINITY);
    expect((await readBody(request)).kind).toBe("too_large");
    expect(sent.mib).toBeLessThan(10);
    const claims = new Request(ORIGIN, { method: "POST", body: "x", headers: { "content-length": String(2 * MIB) } });
    expect((await readBody(claims)).kind).toBe("too_large");
  });

  it("that stalls is rejected after the time limit", async () => {
    await expect(readBody(sender(0.5, "stalls").request, undefined, { arrivalMs: 50 })).rejects.toThrow();
  });
});

describe("the request for next-auth", () => {
  it("is the same request with a size-limited body", async () => {
    const headers = { cookie: "a=b", "content-type": "application/x-www-form-urlencoded" };
    const buffered = await withBufferedBody(
      new Request(`${ORIGIN}/api/auth/signout?x=1`, { method: "POST", headers, body: "json=true" }),
    );
    expect([buffered?.method, buffered?.nextUrl.search, buffered?.headers.get("cookie")]).toEqual([
      "POST",
      "?x=1",
      "a=b",
    ]);
    expect(await buffered?.text()).toBe("json=true");
    expect((await withBufferedBody(new Request(`${ORIGIN}/api/auth/csrf`)))?.body).toBeNull();
  });

  it("is undefined when the body is endless or never arrives", async () => {
    expect(await withBufferedBody(sender(Number.POSITIVE_INFINITY).request)).toBeUndefined();
    expect(await withBufferedBody(sender(1, "stalls").request, 50)).toBeUndefined();
  });
});
