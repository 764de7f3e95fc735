import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guessMapping } from "./columns.ts";
import { gridRowOf } from "./grid-row.ts";
import { createSheet, type Sheet } from "./sheet.ts";

const HEADER = ["accountNumber", "amount", "reference", "narration"];

function sheetOf(rows: string[][]): Sheet {
  const mapping = guessMapping("credit", HEADER);
  const sheet = createSheet({ kind: "credit", header: HEADER, mapping, unit: "kobo", today: "2026-11-21", banks: [] });
  for (const row of rows) sheet.add(row);
  return sheet;
}

/** The same counts, computed row by row. */
function recounted(sheet: Sheet) {
  const rows = Array.from({ length: sheet.rows() }, (_, index) => index + 1);
  const of = (level: string) => rows.filter((row) => sheet.levelOf(row) === level).length;
  const sent = rows.filter(sheet.isReady).reduce((sum, row) => sum + BigInt(sheet.paymentOf(row)?.amount ?? 0), 0n);
  const none = { paid: 0, recent: 0, failing: 0, leftOut: 0, charges: 0n, tiers: {} };
  return {
    ...none,
    rows: rows.length,
    warnings: of("warning"),
    errors: of("error"),
    repeats: of("repeat"),
    total: sent,
  };
}

const cell = {
  accountNumber: fc.constantFrom("2204510003", "2204510004", "204510003", ""),
  amount: fc.constantFrom("100", "200", "1.50", '="300"'),
  reference: fc.constantFrom("", "reference-1", "reference-2"),
  narration: fc.constantFrom("", "rent", "=\u0000"),
};
const row = fc.tuple(cell.accountNumber, cell.amount, cell.reference, cell.narration).map((cells) => [...cells]);
const edit = fc
  .constantFrom(...(["accountNumber", "amount", "reference", "narration"] as const))
  .chain((column) => fc.record({ at: fc.nat(), column: fc.constant(column), text: cell[column] }));

describe("the counts of a file", () => {
  it("equal the counts of its rows after any edits and repairs", () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), fc.array(edit, { maxLength: 12 }), (rows, edits) => {
        const sheet = sheetOf(rows);
        expect(sheet.counts()).toEqual(recounted(sheet));
        for (const { damage, column } of sheet.repairs()) sheet.repair(damage, column);
        expect(sheet.counts()).toEqual(recounted(sheet));
        for (const { at, column, text } of edits) {
          sheet.edit((at % rows.length) + 1, column, text);
          expect(sheet.counts()).toEqual(recounted(sheet));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("leave out rows by the service's verdict until they are chosen or edited", () => {
    const sheet = sheetOf(["100", "200", "300", "400"].map((amount) => ["2204510003", amount, "", ""]));
    const verdict = { text: "", batchId: null, isFixed: false };
    sheet.verdicts.set(1, { name: "Ada", verdict: { ...verdict, kind: "paid" } });
    sheet.verdicts.set(2, { name: "Ada", verdict: { ...verdict, kind: "paid", isFixed: true } });
    sheet.verdicts.set(3, { name: "Ada", verdict: { ...verdict, kind: "failing" } });
    expect(sheet.counts()).toMatchObject({ paid: 2, recent: 0, failing: 1, leftOut: 3, total: 400n });
    sheet.verdicts.choose({ again: true, withFailing: true });
    expect(sheet.counts()).toMatchObject({ paid: 2, failing: 1, leftOut: 1, total: 800n });
    sheet.edit(2, "amount", "250");
    expect(sheet.counts()).toMatchObject({ paid: 1, leftOut: 0, total: 1_050n });
    expect(sheet.verdicts.isChecked(2)).toBe(false);
  });

  it("stay fast if every row repeats the first", () => {
    const began = performance.now();
    const sheet = sheetOf(Array.from({ length: 60_000 }, () => ["2204510003", "100", "reference-1", ""]));
    expect(sheet.counts()).toMatchObject({ rows: 60_000, repeats: 59_999, total: 100n });
    // A linear search for each row's place would take many times as long.
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("a grid row", () => {
  const shownOf = (bvn: string) => {
    const header = ["first_name", "last_name", "phone_number", "date_of_birth", "bvn"];
    const mapping = guessMapping("create", header);
    const sheet = createSheet({ kind: "create", header, mapping, unit: "kobo", today: "2026-11-21", banks: [] });
    sheet.add(["Ada", "Obi", "08012345678", "1990-05-16", bvn]);
    return gridRowOf(sheet, 1).cells[4]?.text;
  };

  it.each([
    ["22212345678", "•••• 5678"],
    [" 2221234567", "•••• 4567"],
    ["222 1234 5678", "••• •••• 5678"],
    ['="22212345678"', '="•••••••5678"'],
    ["2.2212345678E+10", "•.••••••••78E+10"],
    [`*******4821.${"a".repeat(40)}`, "•••• 4821"],
    ["none", "none"],
  ])("shows the BVN %s as %s", (bvn, shown) => {
    expect(shownOf(bvn)).toBe(shown);
  });
});
