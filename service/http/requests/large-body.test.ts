import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchEndpoints } from "../../../contract/batches.ts";
import { Failure } from "../../domain/failure.ts";
import { parseLargeJson } from "./large-body.ts";
import { parseInput, parseLargeInput } from "./parse-input.ts";
import { plainCheckOf } from "./plain-items.ts";

const ID = "0190a000-0000-7000-8000-000000000001";

async function parseHere(text: string): Promise<unknown> {
  try {
    return { value: (await parseLargeJson(Buffer.from(text))).value };
  } catch (error) {
    return error instanceof Failure ? error.code : error;
  }
}

function parseWhole(text: string): unknown {
  try {
    return { value: JSON.parse(Buffer.from(text).toString()) };
  } catch {
    return "malformed_json";
  }
}

describe("a large body", () => {
  it.each([
    "",
    "[]",
    "[ ]",
    '[1,[2,3],{"a":[4,5,6]}]',
    "[1,2,3]x",
    "[1,2],[3,4,5]",
    "[[1],[2,3]",
    `[${"1,".repeat(12_000)}1]`,
    `[${"1,".repeat(12_000)}]`,
    `[${"1,".repeat(12_000)}1}`,
    "5",
    '"text"',
    "{}",
    '{"a":[]}',
    '{"a":[ ]}',
    '{"a":[1,2],"b":[1,2,3],"c":"]"}',
    '{"a":[1],"a":[1,2,3]}',
    '{"a":[1,2,3],"a":5}',
    '{"__proto__":[1,2,3],"b":1}',
    '{"a":[1,2}',
    '{"a":[1,2]',
    '{"a":{"b":[1,2]}]',
    '{"a":["\\\\","\\"],[",{"b":"}"}]}',
    `{"a":[${"1,".repeat(12_000)}1]}`,
    `{"a":[${"1,".repeat(12_000)}]}`,
    `{"a":[,${"1,".repeat(12_000)}1]}`,
    `{"a":[${"1,".repeat(4_999)},${"1,".repeat(12_000)}1]}`,
    `{"a":[${"1,".repeat(5_001)},${"1,".repeat(12_000)}1]}`,
    `{"a":[${"1,".repeat(12_000)}\ufeff1]}`,
    `{"a":[${`"${"ọ".repeat(20_000)}",`.repeat(4)}1]}`,
  ])("is parsed as a whole would be: %#", async (text) => {
    expect(await parseHere(text)).toEqual(parseWhole(text));
  });

  it("is parsed as a whole would be, wherever it is damaged", async () => {
    const item = fc.oneof(fc.integer(), fc.string({ maxLength: 8 }), fc.constant({ a: [1, { b: "]," }] }));
    const body = fc.record({ items: fc.array(item, { minLength: 1, maxLength: 6 }), other: fc.string() });
    await fc.assert(
      fc.asyncProperty(body, fc.nat(), fc.constantFrom("", ",", "]", '"', "{", " "), async (value, place, damage) => {
        const list = Array.from({ length: 6_000 }, (_, at) => value.items[at % value.items.length]);
        const text = JSON.stringify(place % 2 === 0 ? { list, other: value.other } : [...list, value.other]);
        const at = place % text.length;
        const damaged = text.slice(0, at) + damage + text.slice(at + 1);
        expect(JSON.stringify(await parseHere(text))).toBe(JSON.stringify(parseWhole(text)));
        const parsed = await parseHere(damaged);
        // Damage can move the whole list into one item, which is refused for its size.
        if (parsed !== "validation_failed") expect(JSON.stringify(parsed)).toBe(JSON.stringify(parseWhole(damaged)));
      }),
      { numRuns: 60, interruptAfterTimeLimit: 20_000 },
    );
  });

  it.each([
    [
      "an object of 80,000 fields",
      `{"a":{${Array.from({ length: 80_000 }, (_, at) => `"${at}":1`).join()}}}`,
      "5000 values",
    ],
    ["a list within an item", `{"a":[{"b":[${"0,".repeat(200_000)}0]}]}`, "5000 values"],
    ["two long lists", `{"a":[${"0,".repeat(100_000)}0],"b":[${"0,".repeat(100_000)}0]}`, "5000 values"],
    ["a list of 200,000 values", `{"a":[${"0,".repeat(200_000)}0]}`, "150000 values"],
    ["a list of 200,000 values that is the body", `[${"0,".repeat(200_000)}0]`, "150000 values"],
    ["an object after a list", `[${"0,".repeat(9_000)}0],{${"0:0,".repeat(9_000)}}`, "5000 values"],
    ["500,000 levels", `{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`, "64 levels"],
  ])("with %s is refused before it is parsed", async (_what, text, message) => {
    await expect(parseLargeJson(Buffer.from(text))).rejects.toMatchObject({
      code: "validation_failed",
      message: expect.stringContaining(message),
    });
  });

  it("lets other callbacks run while it is parsed and checked", async () => {
    const items = Array.from({ length: 5_000 }, () => ({ customerId: ID, amount: 20, reference: "REF-0000000001" }));
    const body = Buffer.from(JSON.stringify({ transactions: items }));
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const { value, list } = await parseLargeJson(body);
    const parseTurns = turns;
    await parseLargeInput(batchEndpoints.batchCreditByCustomer, { params: {}, query: {}, body: value }, list ?? []);
    isDone = true;
    expect({ list, parse: parseTurns >= 12, check: turns - parseTurns >= 15 }).toEqual({
      list: ["transactions"],
      parse: true,
      check: true,
    });
  });
});

describe("the check of a large list", () => {
  const endpoint = batchEndpoints.batchCreditByCustomer;

  async function check(body: object) {
    const raw = { params: {}, query: {}, body };
    const settle = async (parse: () => unknown) => {
      try {
        return await parse();
      } catch (error) {
        return { message: (error as Failure).message, errors: (error as Failure).errors };
      }
    };
    return [
      await settle(() => parseLargeInput(endpoint, raw, ["transactions"])),
      await settle(() => parseInput(endpoint, raw)),
    ];
  }
  const good = { customerId: ID.toUpperCase(), amount: 20, extra: 1 };
  const listOf = (length: number, ...last: unknown[]) => [...Array.from({ length }, () => good), ...last];

  it.each([
    ["good items", { transactions: listOf(1_100), batchReference: "BATCH-0000000001" }],
    ["no item", { transactions: [] }],
    ["a bad item at the end", { transactions: listOf(600, { customerId: "x", amount: 1.5 }) }],
    ["a bad item at the end of a slice", { transactions: listOf(249, 5) }],
    ["a null character late", { transactions: listOf(700, { amount: 20, reference: "REF-000000\u0000001" }) }],
    ["a null character late in a field that is dropped", { transactions: listOf(700, { ...good, other: "\u0000" }) }],
    ["too many items", { transactions: listOf(5_001) }],
    ["a bad field beside the list", { transactions: listOf(300), batchReference: "short" }],
  ])("of %s finds what one check finds", async (_what, body) => {
    const [sliced, whole] = await check(body);
    expect(sliced).toEqual(whole);
  });

  it("stops at the first slice with problems", async () => {
    const [sliced] = await check({ transactions: Array.from({ length: 5_000 }, () => 0) });
    expect(sliced).toMatchObject({ message: "transactions[0] must be an object." });
  });

  it("drops a list that the endpoint does not take", async () => {
    const body = { transactions: [good], other: listOf(1_000) };
    const parsed = await parseLargeInput(endpoint, { params: {}, query: {}, body }, ["other"]);
    expect(parsed.body).toEqual({ transactions: [{ customerId: ID, amount: 20 }] });
  });
});

describe("the check of plain items", () => {
  const lists = [
    batchEndpoints.batchCreditByCustomer.body.shape.transactions,
    batchEndpoints.batchDebitByCustomer.body.shape.transactions,
    batchEndpoints.batchCreditByWallet.body.shape.transactions,
    batchEndpoints.batchDebitByWallet.body.shape.transactions,
    batchEndpoints.batchTransferFromCustomer.body.shape.recipients,
  ];
  const values = [
    ...[ID, ID.toUpperCase(), ` ${ID}`, `${ID}\n`, "9900000001", "", null, true, [ID], { toString: ID }],
    ...[20, 2, 1, 0, -0, -5, 2.5, 2 ** 53 - 1, 2 ** 53, 1e300, "20", null, [20]],
    ...[
      "REF-0000000001",
      "SHORT",
      "x".repeat(100),
      "x".repeat(101),
      "REF-\u0000000001",
      "REF-\ud800000001",
      "₦₦₦₦₦₦₦₦₦₦",
      "😀😀😀😀😀",
    ],
  ];
  const names = [
    "customerId",
    "walletId",
    "amount",
    "reference",
    "narration",
    "note",
    "pin",
    "__proto__",
    "constructor",
    "other",
  ];
  const usual = { customerId: ID, walletId: ID, amount: 20, reference: "REF-0000000001" };
  const hostile = fc.oneof(
    fc.constantFrom<unknown>(null, undefined, 5, "text", true, [], [usual], {}),
    fc
      .tuple(
        fc.subarray(Object.keys(usual)),
        fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom<unknown>(...values), fc.jsonValue())), {
          maxLength: 3,
        }),
      )
      .map(([kept, changes]) => {
        const entries: [string, unknown][] = [
          ...Object.entries(usual).filter(([name]) => kept.includes(name)),
          ...changes,
        ];
        // As on the wire: an own field may be named `__proto__`.
        return JSON.parse(
          `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`,
        );
      }),
  );

  it("passes only what the schema returns unchanged", () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.constantFrom(...lists), hostile, (list, item) => {
        if (!plainCheckOf(list.element)(item)) return;
        plain += 1;
        const result = list.element.safeParse(item);
        expect(result).toStrictEqual({ success: true, data: item });
        expect(Object.keys(item).every((name) => name in list.element.shape)).toBe(true);
        expect(JSON.stringify(item)).not.toMatch(/\\u0000|\\ud800/);
      }),
      { numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it("passes the usual item, and none of a list whose items have rules between fields", () => {
    const of = (item: object) => lists.map((list) => plainCheckOf(list.element)(item));
    expect(of({ customerId: ID, amount: 20 })).toEqual([true, true, false, false, true]);
    expect(of({ walletId: ID, amount: 20, reference: "REF-0000000001" })).toEqual([false, false, true, true, false]);
    expect(
      plainCheckOf(batchEndpoints.preflightBatch.body.shape.transactions.element)({ customerId: ID, amount: 20 }),
    ).toBe(false);
  });

  it("leaves plain and other items of one list in order", async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      customerId: i % 300 ? ID : ID.toUpperCase(),
      amount: i + 2,
    }));
    const parsed = await parseLargeInput(
      batchEndpoints.batchCreditByCustomer,
      { params: {}, query: {}, body: { transactions: items } },
      ["transactions"],
    );
    expect(parsed.body).toEqual({ transactions: items.map(({ amount }) => ({ customerId: ID, amount })) });
  });
});
