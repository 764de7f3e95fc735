import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createSha256, sha256 } from "./sha256.ts";

it("equals Node's SHA-256, however the text is split", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { maxLength: 4 }), (parts) => {
      const hash = createSha256();
      for (const part of parts) hash.add(part);
      const expected = createHash("sha256").update(parts.join("")).digest("hex");
      expect(hash.digest()).toBe(expected);
      expect(sha256(parts.join(""))).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

it("pads texts of every length up to two blocks", () => {
  for (let length = 0; length < 130; length += 1) {
    const text = "x".repeat(length);
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});
