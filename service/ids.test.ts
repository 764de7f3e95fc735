import { expect, it } from "vitest";
import { systemIds } from "./ids.ts";

it("are UUIDv7 of the current time, each greater than the previous", () => {
  const from = Date.now();
  const ids = Array.from({ length: 20_000 }, () => systemIds.next());
  const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.every((id) => UUIDV7.test(id))).toBe(true);
  expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ""))).toBe(true);
  const msecs = Number.parseInt((ids[0] ?? "").replace("-", "").slice(0, 12), 16);
  expect(msecs).toBeGreaterThanOrEqual(from);
  expect(msecs).toBeLessThanOrEqual(Date.now());
});

it("share no random bytes", () => {
  const tails = Array.from({ length: 5_000 }, () => systemIds.next().slice(-10));
  expect(new Set(tails).size).toBe(tails.length);
});
