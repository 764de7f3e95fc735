import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountParts, axisKobo, formatKobo, parseKobo } from "./money.ts";

describe("formatKobo", () => {
  test.each([
    [50_050, "₦500.50"],
    [0, "₦0.00"],
    [5, "₦0.05"],
    [123_456_750, "₦1,234,567.50"],
    [-2_501_000, "−₦25,010.00"],
    [Number.MAX_SAFE_INTEGER, "₦90,071,992,547,409.91"],
    [100_000_000_000_000_000_000n, "₦1,000,000,000,000,000,000.00"],
  ])("%s kobo is %s", (kobo, text) => {
    expect(formatKobo(kobo)).toBe(text);
  });

  test("adds a plus sign to positive amounts on request, and none to zero", () => {
    expect(formatKobo(100, { signed: true })).toBe("+₦1.00");
    expect(formatKobo(-100, { signed: true })).toBe("−₦1.00");
    expect(formatKobo(0, { signed: true })).toBe("₦0.00");
  });

  test("rejects fractions of a kobo and unsafe integers", () => {
    expect(() => formatKobo(0.5)).toThrow(RangeError);
    expect(() => formatKobo(2 ** 53)).toThrow(RangeError);
  });

  test("returns the parts of a large figure", () => {
    expect(amountParts(18_425_000)).toEqual({ sign: "", naira: "₦184,250", kobo: ".00" });
  });
});

describe("parseKobo", () => {
  test.each([
    ["1,000", 100_000],
    ["1000", 100_000],
    ["0.5", 50],
    ["0.05", 5],
    ["₦1,234,567.50", 123_456_750],
    ["NGN 12", 1_200],
    [" 20k ", 2_000_000],
    ["20 K", 2_000_000],
    ["1.5m", 150_000_000],
    ["1.25m", 125_000_000],
    ["1,000k", 100_000_000],
    ["90,071,992,547,409.91", Number.MAX_SAFE_INTEGER],
    ["007", 700],
  ])("reads %s as %i kobo", (text, kobo) => {
    expect(parseKobo(text)).toEqual({ kobo });
  });

  test.each([
    ["", "empty"],
    ["₦", "empty"],
    ["1,5", "comma"],
    ["1,00", "comma"],
    ["1000,000", "comma"],
    ["1,0000", "comma"],
    ["1,,000", "comma"],
    [",000", "comma"],
    ["1,00.50", "comma"],
    ["1.000,50", "decimals"],
    ["1.005", "decimals"],
    ["1.", "unfinished"],
    [".5", "unknown"],
    ["1.5.5", "unknown"],
    ["1 000", "unknown"],
    ["20kk", "unknown"],
    ["1e5", "unknown"],
    ["-5", "negative"],
    ["−5", "negative"],
    ["90,071,992,547,409.92", "large"],
    ["99999999999999999999m", "large"],
    ["٣", "unknown"],
  ])("refuses %j: %s", (text, problem) => {
    expect(parseKobo(text)).toMatchObject({ problem });
  });

  test("is the inverse of formatKobo for every amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (kobo) => {
        expect(parseKobo(formatKobo(kobo))).toEqual({ kobo });
      }),
      { numRuns: 20_000 },
    );
  });

  test("never misreads any of 100,000 random strings: accepted input formats back unchanged and agrees with plain arithmetic", () => {
    const piece = fc.constantFrom(..."0123456789,,..₦−-km k eE", "000", ",000", ".5");
    const likely = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: likely }, fc.string()), (text) => {
        const parsed = parseKobo(text);
        if ("problem" in parsed) return;
        if (parseKobo(formatKobo(parsed.kobo)) === undefined) throw new Error(text);
        if (JSON.stringify(parseKobo(formatKobo(parsed.kobo))) !== JSON.stringify(parsed)) throw new Error(text);
        if (BigInt(parsed.kobo) !== plain(text)) throw new Error(`${text} was read as ${parsed.kobo}`);
      }),
      { numRuns: 100_000 },
    );
  });
});

/** Computes the same amount with patterns and padded digits. */
function plain(text: string): bigint {
  const bare = text.trim().replace(/^(?:₦|NGN)\s*/i, "");
  const match = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*([kKmM]?)$/.exec(bare);
  if (!match) throw new Error(`${text} should have been refused`);
  const [, whole = "", fraction = "", suffix = ""] = match;
  const factor = { "": 1n, k: 1_000n, m: 1_000_000n }[suffix.toLowerCase()] ?? 0n;
  return BigInt(whole.replaceAll(",", "") + fraction.padEnd(2, "0")) * factor;
}

test.each([
  [0, "₦0"],
  [50_000, "₦500"],
  [2_000_000, "₦20k"],
  [150_000_000, "₦1.5m"],
  [800_000_000, "₦8m"],
  [250_000_000_000, "₦2.5bn"],
  [-2_000_000, "−₦20k"],
])("%i kobo have the axis label %s", (kobo, text) => {
  expect(axisKobo(kobo)).toBe(text);
});
