import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { binaryArray } from "./array-binary.ts";

const database = useTestDatabase();

/** What the server reads from a parameter, as text of its own. */
async function readBack(type: string, bytes: Buffer): Promise<{ text: string; n: number }> {
  const { rows } = await database.pool.query<{ text: string; n: number }>(
    `select $1::${type}[]::text as text, cardinality($1::${type}[]) as n`,
    [bytes],
  );
  return rows[0] ?? { text: "", n: -1 };
}

/** The same array from the server's reading of text. */
async function readText(type: string, values: readonly unknown[]): Promise<{ text: string; n: number }> {
  const { rows } = await database.pool.query<{ text: string; n: number }>(
    `select $1::${type}[]::text as text, cardinality($1::${type}[]) as n`,
    [values],
  );
  return rows[0] ?? { text: "", n: -1 };
}

const random = (() => {
  let state = 42;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
})();
const many = <T>(make: () => T) => Array.from({ length: 200 }, make);
const ofParts = (parts: readonly string[]) => () =>
  Array.from({ length: random(8) }, () => parts[random(parts.length)]).join("");
const hex = (digits: number) => Array.from({ length: digits }, () => random(16).toString(16)).join("");
const uuid = () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;
const text = ofParts(["a", "é", "₦", "😀", '"', "\\", "{", "}", ",", " ", "NULL", "\n", "\u0001"]);
const orNull = <T>(make: () => T) => many(() => (random(4) === 0 ? null : make()));

describe("an array in binary format is the array that the server reads from text", () => {
  it.each<[string, Buffer, readonly unknown[]]>([
    ...[many(() => random(2) === 1), orNull(() => random(2) === 1)].map((v): [string, Buffer, unknown[]] => [
      "boolean",
      binaryArray.boolean(v),
      v,
    ]),
    ...[many(() => random(65_536) - 32_768), orNull(() => random(9)), [-32_768, 32_767], []].map(
      (v): [string, Buffer, unknown[]] => ["smallint", binaryArray.smallint(v), v],
    ),
    ...[many(() => random(2 ** 32) - 2 ** 31), orNull(() => random(9)), [-(2 ** 31), 2 ** 31 - 1]].map(
      (v): [string, Buffer, unknown[]] => ["int", binaryArray.integer(v), v],
    ),
    ...[many(() => BigInt(random(2 ** 32)) * BigInt(random(2 ** 31))), [-(2n ** 63n), 2n ** 63n - 1n, 0n]].map(
      (v): [string, Buffer, unknown[]] => ["bigint", binaryArray.bigint(v), v],
    ),
    ...[orNull(() => new Date(random(2 ** 32) * 1_000).toISOString().slice(0, 10)), ["1999-12-31", "2000-01-01"]].map(
      (v): [string, Buffer, unknown[]] => ["date", binaryArray.date(v), v],
    ),
    ...[orNull(() => new Date(random(2 ** 32) * 1_000 + random(1_000))), [new Date(0)]].map(
      (v): [string, Buffer, unknown[]] => ["timestamptz", binaryArray.timestamptz(v), v],
    ),
    ...[orNull(uuid), [uuid().toUpperCase()], [null], []].map((v): [string, Buffer, unknown[]] => [
      "uuid",
      binaryArray.uuid(v),
      v,
    ]),
    ...[
      orNull(text),
      [null, null],
      ["", "x".repeat(70_000)],
      ["a".repeat(64), `${"a".repeat(63)}₦`, `${"₦".repeat(64)}`, "é".repeat(65)],
      [],
    ].map((v): [string, Buffer, unknown[]] => ["text", binaryArray.text(v), v]),
    ...[orNull(() => ({ [text()]: text(), n: [random(9), null, { deep: text() }] })), [null]].map(
      (v): [string, Buffer, unknown[]] => [
        "jsonb",
        binaryArray.jsonb(v),
        v.map((one) => (one === null ? null : JSON.stringify(one))),
      ],
    ),
    ...[
      many(() => Buffer.from(hex(2 * random(9)), "hex")),
      orNull(() => Buffer.from(hex(6), "hex")),
      [Buffer.alloc(0)],
      [],
    ].map((v): [string, Buffer, unknown[]] => ["bytea", binaryArray.bytea(v), v]),
  ])("%s", async (type, bytes, values) => {
    expect(await readBack(type, bytes)).toEqual(await readText(type, values));
  });

  it("a number that does not fit is an error, and is never cut", () => {
    for (const value of [2n ** 63n, -(2n ** 63n) - 1n])
      expect(() => binaryArray.bigint([value])).toThrow("does not fit");
    for (const value of [2 ** 31, -(2 ** 31) - 1, 1.5, Number.NaN]) {
      expect(() => binaryArray.integer([value])).toThrow("does not fit");
    }
    for (const value of [32_768, -32_769, 0.5]) expect(() => binaryArray.smallint([value])).toThrow("does not fit");
    expect(() => binaryArray.date(["no day"])).toThrow("does not fit");
  });

  it("a text that is no UUID is an error, and the bytes of another type too", async () => {
    expect(() => binaryArray.uuid(["0190a000-0000-7000-8000-00000000000"])).toThrow("not a UUID");
    expect(() => binaryArray.uuid(["0190a000-0000-7000-8000-00000000000g"])).toThrow("not a UUID");
    expect(() => binaryArray.uuid(["0190a000-0000-7000-8000-0000000000000"])).toThrow("not a UUID");
    expect(() => binaryArray.uuid(["0190a000-0000-7000-8000-00000000000é"])).toThrow("not a UUID");
    await expect(readBack("bigint", binaryArray.integer([1]))).rejects.toThrow();
  });
});
