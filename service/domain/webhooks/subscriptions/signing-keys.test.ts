import { describe, expect, it } from "vitest";
import { chooseSigners } from "./signing-keys.ts";

const now = new Date("2026-03-02T12:00:00Z");
const key = (version: number, createdAt: string, stopsAt: string | null = null) => ({
  version,
  createdAt: new Date(createdAt),
  stopsAt: stopsAt === null ? null : new Date(stopsAt),
});
const first = key(1, "2026-01-01T00:00:00Z");

describe("deliveries are signed", () => {
  it.each([
    ["with the only key", [first], 1, undefined],
    ["with no key when none exists", [], undefined, undefined],
    [
      "with the new key, and for a day also with the previous one",
      [key(2, "2026-03-02T06:00:00Z"), key(1, "2026-01-01T00:00:00Z", "2026-03-04T06:00:00Z")],
      2,
      1,
    ],
    [
      "with the previous key for a day even when it stopped immediately",
      [key(2, "2026-03-02T06:00:00Z"), key(1, "2026-01-01T00:00:00Z", "2026-03-02T06:00:00Z")],
      2,
      1,
    ],
    [
      "with the new key only after a day",
      [key(2, "2026-03-01T11:00:00Z"), key(1, "2026-01-01T00:00:00Z", "2026-03-04T06:00:00Z")],
      2,
      undefined,
    ],
    [
      "with no stopped key",
      [key(2, "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"), key(1, "2026-01-01T00:00:00Z", "2026-02-03T00:00:00Z")],
      undefined,
      undefined,
    ],
  ])("%s", (_title, keys, current, previous) => {
    const signers = chooseSigners(keys, now);
    expect([signers.current?.version, signers.previous?.version]).toEqual([current, previous]);
  });
});
