import { describe, expect, it } from "vitest";
import type { MoneyRow } from "../../../contract/money-row.ts";
import { createFileReference, createReferences } from "../outputs/outputs.ts";
import { guessMapping, isAmbiguous, unitOfHeader } from "./columns.ts";
import { repairOf } from "./damage.ts";
import { createSheet } from "./sheet.ts";

const HEADER = ["first_name", "last_name", "phone_number", "date_of_birth", "bvn"];

function customers(rows: string[][]) {
  const mapping = guessMapping("create", HEADER);
  const sheet = createSheet({ kind: "create", header: HEADER, mapping, unit: "kobo", today: "2026-11-21", banks: [] });
  for (const row of rows) sheet.add(row);
  return sheet;
}
const ada = (n: number, phone = `0810000000${n}`, born = "1990-05-16") => ["Ada", "Obi", phone, born, `2221234567${n}`];

describe("a damaged cell", () => {
  it.each([
    ["phone_number", "8012345678", "lost_zero", "08012345678"],
    ["accountNumber", "204510003", "lost_zero", "0204510003"],
    ["bvn", '="22212345678"', "text_formula", "22212345678"],
    ["bvn", "2.2214837465E+10", "scientific", "22214837465"],
    ["date_of_birth", "16 May 1990", "date_text", "1990-05-16"],
    ["date_of_birth", "16/05/1990", "date_order", "1990-05-16"],
    ["tier", "tier 2", "tier_text", "TIER_2"],
  ])("%s %s: %s", (column, cell, damage, text) => {
    expect(repairOf(column, cell, "day_first")).toEqual({ damage, text });
  });

  it.each([
    ["bvn", "2.22E+10", "digits are lost"],
    ["date_of_birth", "31 Feb 1990", "there is no such day"],
    ["date_of_birth", "30/02/1990", "there is no such day"],
    ["phone_number", "6012345678", "it is no mobile number"],
    ["tier", "TIER_2", "it is as it should be"],
  ])("%s %s is left alone: %s", (column, cell) => {
    expect(repairOf(column, cell, "day_first")).toBeNull();
  });
});

describe("a repair of a column", () => {
  it("changes only damaged cells, and adds a note to each", () => {
    const sheet = customers([ada(1), ada(2, "8100000002"), ada(3, "12")]);
    expect(sheet.repairs()).toEqual([{ damage: "lost_zero", column: "phone_number", cells: 1 }]);
    sheet.repair("lost_zero", "phone_number");
    expect([1, 2, 3].map((row) => sheet.cellOf(row, "phone_number"))).toEqual(["08100000001", "08100000002", "12"]);
    expect(sheet.problemsOf(2)).toEqual([{ level: "warning", column: "phone_number", text: "Leading zero restored" }]);
    expect(sheet.counts()).toMatchObject({ errors: 1, warnings: 1 });
    expect(sheet.repairs()).toEqual([]);
  });

  it("converts dates only if the column proves the order of day and month", () => {
    const open = customers([ada(1, undefined, "03/04/1990")]);
    expect(open.repairs()).toEqual([]);
    const proven = customers([ada(1, undefined, "03/04/1990"), ada(2, undefined, "16/05/1990")]);
    expect(proven.repairs()).toEqual([{ damage: "date_order", column: "date_of_birth", cells: 2 }]);
    proven.repair("date_order", "date_of_birth");
    expect(proven.cellOf(1, "date_of_birth")).toBe("1990-04-03");
    const torn = customers([ada(1, undefined, "05/16/1990"), ada(2, undefined, "16/05/1990")]);
    expect(torn.repairs()).toEqual([]);
  });
});

describe("a mapping", () => {
  it("finds columns by other names, prefers an exact name, and never maps added columns", () => {
    expect(guessMapping("credit", ["Ref.", "Account No", "AMOUNT (NAIRA)", "_reason"])).toEqual({
      accountNumber: 1,
      amount: 2,
      reference: 0,
    });
    expect(guessMapping("credit", ["value", "amount", "_errors"])).toEqual({ amount: 1 });
  });

  it("needs confirmation if two columns match equally, and always if two match the amount", () => {
    const of = (...header: string[]) => isAmbiguous("credit", header);
    expect([of("Amount", "AMOUNT"), of("amount", "Amount (naira)"), of("amount", "amount")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([of("Ref", "reference no", "ref."), of("reference", "ref")]).toEqual([true, false]);
    expect(isAmbiguous("create", ["phone", "mobile"])).toBe(true);
  });

  it("takes the unit only from the header", () => {
    const unitOf = (name: string) => unitOfHeader([name], guessMapping("credit", [name]));
    expect(["amount_kobo", "Amount in Naira", "amount"].map(unitOf)).toEqual(["kobo", "naira", null]);
  });
});

describe("references", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const row: MoneyRow = {
    customerId: null,
    walletId: null,
    accountNumber: "2204510003",
    amount: 100,
    reference: null,
    narration: null,
    note: null,
  };

  it("repeat for the same file, and differ for a second equal payment, a salt, another day and the opposite direction", () => {
    const of = (salt: string, at = now, operation = "credit") => {
      const next = createReferences({ operation, now: at, salt });
      return [next(row), next(row)];
    };
    const first = of("");
    expect(first[0]).toMatch(/^imp-20261121-[0-9a-f]{16}$/);
    expect(of("")).toEqual(first);
    const others = [...of("x"), ...of("", new Date("2026-11-21T23:30:00Z")), ...of("", now, "debit")];
    expect(new Set([...first, ...others]).size).toBe(8);
    expect(others[2]).toMatch(/^imp-20261122-/);
  });

  it("of a file depend on its payments and their direction", () => {
    const of = (operation: string, rows: MoneyRow[], at = now) => {
      const file = createFileReference({ operation, now: at, salt: "" });
      for (const one of rows) file.add(one);
      return file.digest();
    };
    expect(of("credit", [row])).toBe(of("credit", [{ ...row }]));
    const all = [
      of("credit", [row]),
      of("debit", [row]),
      of("credit", [{ ...row, amount: 101 }]),
      of("credit", [row, row]),
    ];
    expect(new Set(all).size).toBe(4);
    // A file that is due again on another day differs in the day only.
    const [first, later] = [of("credit", [row]), of("credit", [row], new Date("2026-12-21T12:00:00Z"))];
    expect([first.slice(-8), later.slice(-8)]).toEqual(["20261121", "20261221"]);
    expect(first.slice(0, -8)).toBe(later.slice(0, -8));
  });
});
