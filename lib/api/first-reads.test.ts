import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aSession } from "../../components/testing/replies.ts";
import { forgetFirstReads, keepFirstReads } from "./first-reads.ts";
import { request } from "./request.ts";

const session = aSession("Admin");
const fetched = vi.fn<typeof fetch>();
const read = () => request<{ data: string }>(session, { path: "/wallet", query: { page: 1 } });
const keep = (reply: string | Promise<string | null>) =>
  keepFirstReads(session, { atMs: Date.now(), replies: { "/wallet?page=1": reply } });
const brought = (body: string | null) => keep(Promise.resolve(body));

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ status: true, data: "fetched" }));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  forgetFirstReads(session);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a reply of the document answers its read once", async () => {
  brought('{"status":true,"data":"brought"}');
  expect((await read()).data).toBe("brought");
  expect(fetched).not.toHaveBeenCalled();
  expect((await read()).data).toBe("fetched");
});

it("a reply is not used after a write, even one that arrives only then", async () => {
  const late = Promise.withResolvers<string>();
  keep(late.promise);
  const waiting = read();
  await request(session, { method: "POST", path: "/wallet/close", body: {} });
  late.resolve('{"status":true,"data":"before the write"}');
  expect((await waiting).data).toBe("fetched");
  expect((await read()).data).toBe("fetched");
});

it("a reply is not used later than 10 seconds after the page", async () => {
  vi.useFakeTimers();
  brought('{"status":true,"data":"brought"}');
  vi.advanceTimersByTime(10_001);
  expect((await read()).data).toBe("fetched");
});

it("without a reply, because the service refused, the page sends the read", async () => {
  brought(null);
  expect((await read()).data).toBe("fetched");
});
