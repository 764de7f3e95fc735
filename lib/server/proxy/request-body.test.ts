import { describe, expect, it } from "vitest";
import { ORIGIN } from "../testing/sessions.ts";
import { readBody, withHeldBody } from "./request-body.ts";

const MIB = 1024 * 1024;

/** A caller who sends `mib` parts of 1 MiB, or for ever, or stops in between; `sent` counts what was taken. */
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

describe("a held body", () => {
  it("of up to 1 MiB arrives whole", async () => {
    const body = await readBody(sender(1).request);
    expect(body.kind === "held" && body.bytes.byteLength).toBe(MIB);
  });

  it("that goes on and on is given up at once, whatever length it claims", async () => {
    const { request, sent } = sender(Number.POSITIVE_INFINITY);
    expect((await readBody(request)).kind).toBe("too_large");
    expect(sent.mib).toBeLessThan(10);
    const claims = new Request(ORIGIN, { method: "POST", body: "x", headers: { "content-length": String(2 * MIB) } });
    expect((await readBody(claims)).kind).toBe("too_large");
  });

  it("that stalls is given up after its time", async () => {
    await expect(readBody(sender(0.5, "stalls").request, undefined, 50)).rejects.toThrow();
  });
});

describe("what next-auth is given", () => {
  it("is the same request with a body of bounded size", async () => {
    const headers = { cookie: "a=b", "content-type": "application/x-www-form-urlencoded" };
    const held = await withHeldBody(
      new Request(`${ORIGIN}/api/auth/signout?x=1`, { method: "POST", headers, body: "json=true" }),
    );
    expect([held?.method, held?.nextUrl.search, held?.headers.get("cookie")]).toEqual(["POST", "?x=1", "a=b"]);
    expect(await held?.text()).toBe("json=true");
    expect((await withHeldBody(new Request(`${ORIGIN}/api/auth/csrf`)))?.body).toBeNull();
  });

  it("is nothing where the body has no end, or none comes", async () => {
    expect(await withHeldBody(sender(Number.POSITIVE_INFINITY).request)).toBeUndefined();
    expect(await withHeldBody(sender(1, "stalls").request, 50)).toBeUndefined();
  });
});
