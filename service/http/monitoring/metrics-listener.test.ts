import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { listenForScrapes } from "./metrics-listener.ts";

const metrics = { contentType: "text/plain", text: async () => "up 1\n" };
/** An address of this machine beyond the loopback ones, where it has one. */
const outer = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

async function scrape(addresses: string, host: string, headers: Record<string, string> = {}, path = "/metrics") {
  const listener = await listenForScrapes(metrics, { port: 0, addresses });
  try {
    const reply = await fetch(`http://${host}:${listener?.port}${path}`, { headers });
    return `${reply.status} ${(await reply.text()).trim()}`.trim();
  } catch {
    return "refused";
  } finally {
    listener?.close();
  }
}

it("answers this machine on the loopback address only", async () => {
  expect(await scrape("loopback", "127.0.0.1")).toBe("200 up 1");
  expect(await scrape("loopback", "127.0.0.1", {}, "/")).toBe("404");
  if (outer) expect(await scrape(`127.0.0.1, ${outer}`, outer, {}, "/healthz")).toBe("404");
  if (outer) expect(await scrape("loopback", outer)).toBe("refused");
});

it("answers the addresses that it is given, and nobody else", async () => {
  expect(await scrape("192.0.2.0/24", "127.0.0.1")).toBe("404");
  expect(await scrape("192.0.2.0/24, 127.0.0.0/8", "127.0.0.1")).toBe("200 up 1");
  if (outer) expect(await scrape(`127.0.0.1, ${outer}`, outer)).toBe("200 up 1");
});

it("answers nobody through a proxy, whose address everybody behind it would have", async () => {
  expect(await scrape("loopback", "127.0.0.1", { "x-forwarded-for": "127.0.0.1" })).toBe("404");
  expect(await scrape("loopback", "127.0.0.1", { forwarded: "for=127.0.0.1" })).toBe("404");
});

it("says 503 when the metrics cannot be read", async () => {
  const broken = { contentType: "text/plain", text: () => Promise.reject(new Error("no database")) };
  const listener = await listenForScrapes(broken, { port: 0, addresses: "loopback" });
  expect((await fetch(`http://127.0.0.1:${listener?.port}/metrics`)).status).toBe(503);
  // It is alive nevertheless.
  expect((await fetch(`http://127.0.0.1:${listener?.port}/healthz`)).status).toBe(200);
  listener?.close();
});
