import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../service/testing/csv/parse-csv.ts";
import { csvLine } from "./csv-line.ts";

describe("a cell that could be a formula", () => {
  it.each([
    "=1+1",
    "=cmd|' /C calc'!A0",
    "+234",
    "-2+3",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "\0=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(1)",
    " =1",
    "\u00a0=1",
    "\ufeff=1",
    "\u200b\u200b=1",
  ])("%j gets an apostrophe in front", (cell) => {
    expect(parseCsv(csvLine([cell]))).toEqual([[`'${cell}`]]);
  });

  it.each(["a=1", "1-2", "mail@test.example", "'=1", "", "a\n=1", "Rent, March", 'the "other" one'])(
    "%j stays",
    (cell) => {
      expect(parseCsv(csvLine([cell, "x"]))).toEqual([[cell, "x"]]);
    },
  );
});

it.each(["rent;=1+1", "rent\t=1+1"])("%j stays one cell where a program separates at its character", (cell) => {
  expect(csvLine([cell, "x"])).toBe(`"${cell}",x\r\n`);
});

it("ends each record with CRLF, writes nothing for null, and numbers as they are", () => {
  expect(csvLine(["a", null, 0, -5, ""])).toBe("a,,0,-5,\r\n");
});

it("quotes what would break a record", () => {
  expect(csvLine(["a,b", 'say "hi"', "two\r\nlines", " padded "])).toBe(
    '"a,b","say ""hi""","two\r\nlines"," padded "\r\n',
  );
});

it("gives back any texts, but for the apostrophe", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "=", "@", ",", '"', "\r", "\n", "\t", " ", "\0", "'", "₦", "＝", "😀"),
  });
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 }), (records) => {
      const read = parseCsv(records.map((cells) => csvLine(cells)).join(""));
      expect(read.map((cells) => cells.length)).toEqual(records.map((cells) => cells.length));
      for (const [index, cells] of records.entries()) {
        for (const [place, cell] of cells.entries()) {
          const got = read[index]?.[place] ?? "";
          expect([cell, `'${cell}`]).toContain(got);
          expect(got).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});
