import { describe, expect, it } from "vitest";
import type * as z from "zod";
import {
  AccountNumber,
  AmountKobo,
  BACKWARD,
  ElevenDigits,
  Id,
  isForward,
  Paging,
  PersonName,
  PhoneNumber,
  Pin,
  Reason,
  Reference,
  RequestMetadata,
} from "./values.ts";

const uuid = "0190a000-0000-7000-8000-000000000001";

function firstMessage(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
}

describe("an amount", () => {
  it.each([1, 2, 100, 150_000, Number.MAX_SAFE_INTEGER, 1e3])("may be %s kobo", (value) => {
    expect(AmountKobo.parse(value)).toBe(value);
  });

  it.each([
    [1.5, "amounts are whole kobo; fractions are refused"],
    [0.1 + 0.2, "amounts are whole kobo; fractions are refused"],
    [99.99, "amounts are whole kobo; fractions are refused"],
    [0, "must be at least 1 kobo"],
    [-0, "must be at least 1 kobo"],
    [-1, "must be at least 1 kobo"],
    [2 ** 53, "must be at most 9007199254740991 kobo"],
    [1e21, "must be at most 9007199254740991 kobo"],
    ["100", "must be a number of kobo, not text or anything else"],
    ["", "must be a number of kobo, not text or anything else"],
    [null, "must be a number of kobo, not text or anything else"],
    [true, "must be a number of kobo, not text or anything else"],
    [[100], "must be a number of kobo, not text or anything else"],
    [{}, "must be a number of kobo, not text or anything else"],
    [100n, "must be a number of kobo, not text or anything else"],
    [Number.NaN, "must be a number of kobo, not text or anything else"],
    [Number.POSITIVE_INFINITY, "must be a number of kobo, not text or anything else"],
    [undefined, "is required"],
  ])("may not be %s: %s", (value, message) => {
    expect(firstMessage(AmountKobo, value)).toBe(message);
  });
});

describe("an ID", () => {
  it.each([uuid, uuid.toUpperCase(), "f47ac10b-58cc-4372-a567-0e02b2c3d479"])("may be %s", (value) => {
    expect(Id.parse(value)).toBe(value.toLowerCase());
  });

  it.each([
    ["9900000001", "must be a UUID; this looks like an account number"],
    ["", "must be a UUID"],
    [`${uuid} `, "must be a UUID"],
    [uuid.slice(1), "must be a UUID"],
    [`${uuid}0`, "must be a UUID"],
    [uuid.replaceAll("-", ""), "must be a UUID"],
    [`{${uuid}}`, "must be a UUID"],
    ["0190a000-0000-7000-8000-00000000000g", "must be a UUID"],
    [`${uuid}\n`, "must be a UUID"],
    [9_900_000_001, "must be text, in quotes"],
    [undefined, "is required"],
  ])("may not be %j: %s", (value, message) => {
    expect(firstMessage(Id, value)).toBe(message);
  });
});

describe("a name", () => {
  it.each(["Ọ̀rẹ́", "O'Neil-Àjàyí Jr.", "電気", "Acme® 2", "x".repeat(100)])("may be %s", (value) => {
    expect(PersonName.parse(value)).toBe(value);
  });

  it.each([
    ["Ada\u202eevil", "must not contain invisible characters"],
    ["A\u2066da\u2069", "must not contain invisible characters"],
    ["A\u200bda", "must not contain invisible characters"],
    ["A\u00adda", "must not contain invisible characters"],
    ["A\u3164da", "must not contain invisible characters"],
    ["Ada\nObi", "must not contain invisible characters"],
    ["Ada 🎉", "must not contain emoji"],
    ["Ada 👨‍👩‍👧", "must not contain emoji"],
    ["Ada 🇳🇬", "must not contain emoji"],
    ["Ada ❤️", "must not contain emoji"],
    ["x".repeat(101), "must have at most 100 characters"],
  ])("may not be %j: %s", (value, message) => {
    expect(firstMessage(PersonName, value)).toBe(message);
  });
});

describe("an account number", () => {
  it.each(["0000000000", "9900000001"])("may be %s", (value) => {
    expect(AccountNumber.parse(value)).toBe(value);
  });

  it.each([
    ["990000000", "must be exactly 10 digits"],
    ["99000000011", "must be exactly 10 digits"],
    [" 9900000001", "must be exactly 10 digits"],
    ["9900000001\n", "must be exactly 10 digits"],
    ["99000-0001", "must be exactly 10 digits"],
    ["٩٩٠٠٠٠٠٠٠١", "must be exactly 10 digits"],
    [uuid, "must be exactly 10 digits; this looks like a customer or wallet ID"],
    [2_200_000_011, "must be text, in quotes"],
    [undefined, "is required"],
  ])("may not be %j: %s", (value, message) => {
    expect(firstMessage(AccountNumber, value)).toBe(message);
  });
});

describe("small values", () => {
  it.each([
    [Pin, "0000"],
    [ElevenDigits, "22212345678"],
    [Reference, "1234567890"],
    [Reference, "r".repeat(100)],
    [PhoneNumber, "08012345678"],
    [PhoneNumber, "+2348012345678"],
    [PhoneNumber, "234 801-234-5678"],
  ])("%# takes %s", (schema, value) => {
    expect(schema.safeParse(value).success).toBe(true);
  });

  it.each([
    [Pin, "000"],
    [Pin, "00000"],
    [Pin, "12a4"],
    [Pin, 1234],
    [ElevenDigits, "2221234567"],
    [Reference, "123456789"],
    [Reference, "r".repeat(101)],
    [PhoneNumber, "801234567"],
    [PhoneNumber, "06012345678"],
    [PhoneNumber, "not a number"],
    [PhoneNumber, "0801234567x"],
  ])("%# refuses %s", (schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });

  it("trims a reason, which must have 1 to 500 characters", () => {
    expect(Reason.parse("  Court order \n")).toBe("Court order");
    expect(Reason.safeParse("   ").success).toBe(false);
    expect(Reason.safeParse("r".repeat(500)).success).toBe(true);
    expect(Reason.safeParse("r".repeat(501)).success).toBe(false);
  });
});

describe("paging", () => {
  it.each([
    [{}, { page: 1, perPage: 20 }],
    [
      { page: "3", perPage: "100" },
      { page: 3, perPage: 100 },
    ],
    [{ perPage: "101" }, { page: 1, perPage: 100 }],
    [{ perPage: "9".repeat(400) }, { page: 1, perPage: 100 }],
  ])("reads %j", (query, paging) => {
    expect(Paging.parse(query)).toEqual(paging);
  });

  it.each(["0", "-1", "1.5", "1e2", "", " 1", "01", "abc", "9999999999"])("refuses page %j", (page) => {
    expect(firstMessage(Paging, { page })).toBe("must be a positive whole number");
  });
});

describe("a span", () => {
  it.each([
    [{}, true],
    [{ startDate: "2026-01-31" }, true],
    [{ startDate: "2026-01-31", endDate: "2026-01-31" }, true],
    [{ startDate: "2026-02-01", endDate: "2026-01-31" }, false],
    // A day in Lagos ends one hour before the UTC day.
    [{ startDate: "2026-01-31T22:59:59Z", endDate: "2026-01-31" }, true],
    [{ startDate: "2026-01-31T23:00:00Z", endDate: "2026-01-31" }, false],
    [{ startDate: "2026-01-31", endDate: "2026-01-30T23:00:00Z" }, true],
    [{ startDate: "2026-01-31", endDate: "2026-01-30T22:59:59Z" }, false],
  ])("%j runs forward: %s", (dates, isTrue) => {
    expect(isForward(dates)).toBe(isTrue);
    expect(BACKWARD.path).toEqual(["startDate"]);
  });
});

describe("metadata of a request", () => {
  const nested = (levels: number): object => (levels === 1 ? { end: true } : { next: nested(levels - 1) });

  it.each<[string, unknown]>([
    ["50 keys", Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, n]))],
    ["5 levels", nested(5)],
    ["4 KiB", { note: "x".repeat(4_096 - '{"note":""}'.length) }],
    ["lists", { tags: ["a", "b"], sizes: [1, 2] }],
  ])("may have %s", (_name, facts) => {
    expect(RequestMetadata.safeParse(facts).success).toBe(true);
  });

  it.each<[string, unknown]>([
    ["51 keys", Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`key${n}`, n]))],
    ["51 keys at several levels", { inner: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, n])) }],
    ["6 levels", nested(6)],
    ["6 levels of lists", { list: [[[[[1]]]]] }],
    ["a byte over 4 KiB", { note: "x".repeat(4_097 - '{"note":""}'.length) }],
    ["4 KiB of characters that take three bytes", { note: "₦".repeat(2_000) }],
  ])("may not have %s", (_name, facts) => {
    expect(RequestMetadata.safeParse(facts).success).toBe(false);
  });
});
