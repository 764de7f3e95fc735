import Fastify from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { enforceBodyTimeout } from "./body-timeout.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("does not end a request whose body is here and waits for its place", async () => {
  const app = Fastify({ logger: false });
  const refuse = vi.fn();
  const waiting = Promise.withResolvers<void>();
  const place = Promise.withResolvers<void>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async () => {
    waiting.resolve();
    await place.promise;
    return "parsed";
  });
  enforceBodyTimeout(app, refuse);
  app.post("/", async ({ body }) => ({ body }));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reply = fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  await waiting.promise;
  await vi.advanceTimersByTimeAsync(61_000);
  place.resolve();
  expect(await (await reply).json()).toEqual({ body: "parsed" });
  expect(refuse).not.toHaveBeenCalled();
  vi.useRealTimers();
  await app.close();
});
