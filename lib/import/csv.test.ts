import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine } from "../../service/domain/csv-line.ts";
import { createCsvReader } from "./csv-reader.ts";
import { csvRecord, withoutFormulaGuard } from "./csv-writer.ts";

function read(text: string, { delimiter = ",", cuts = [] as number[] } = {}): string[][] {
  const records: string[][] = [];
  const reader = createCsvReader(delimiter, (cells) => records.push(cells));
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (text.length + 1)).sort((a, b) => a - b), text.length]) {
    reader.push(text.slice(from, cut));
    from = cut;
  }
  reader.end();
  return records;
}

const cell = fc.string({
  unit: fc.constantFrom("a", "=", ",", ";", '"', "\r", "\n", "\t", " ", "\0", "'", "₦", "＝", "😀"),
});
const records = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });

it("gives back what was written, wherever the text is cut", () => {
  fc.assert(
    fc.property(records, fc.array(fc.nat(), { maxLength: 6 }), (written, cuts) => {
      const got = read(written.map(csvRecord).join(""), { cuts });
      // An apostrophe of ours comes off; one that stood before a formula was there, and goes the same way.
      expect(got.map((one) => one.map(withoutFormulaGuard))).toEqual(
        written.map((one) => one.map(withoutFormulaGuard)),
      );
    }),
    { numRuns: 3_000 },
  );
});

it("writes as the service does", () => {
  fc.assert(fc.property(records, (written) => written.every((one) => csvRecord(one) === csvLine(one))));
});

it("takes line ends in any mix, and no empty lines", () => {
  expect(read("a,b\r\n1,2\n\r\n\n3,4\r5,6")).toEqual([
    ["a", "b"],
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
  ]);
  expect(read('a;"b;c"\n"";x', { delimiter: ";" })).toEqual([
    ["a", "b;c"],
    ["", "x"],
  ]);
});

it.each([
  ["a quote in a plain cell", 'a,b\n1,2"3\n', "wrong place at line 2"],
  ["text behind a closing quote", 'a,b\n"1"2,3\n', "closing quote at line 2"],
  ["a quote that does not close", 'a,b\n1,"2\n', "does not close"],
  ["a record without an end", `a,b\n1,${"x".repeat(200_000)}\n`, "100,000"],
  ["a quoted one", `a,b\n1,"${"x\n".repeat(200_000)}`, "100,000"],
])("refuses %s", (_what, text, message) => {
  for (const cuts of [[], [5], [9]]) expect(() => read(text, { cuts })).toThrow(message);
});
