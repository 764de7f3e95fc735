import { describe, expect, it } from "vitest";
import type { Bank } from "../../../contract/payout-records.ts";
import { readPayoutRow } from "./payout-rules.ts";

const bank = (code: string, name: string, cbnCode: string | null = null): Bank => ({
  code,
  name,
  cbnCode,
  category: null,
});
const BANKS = [
  bank("000013", "Guaranty Trust Bank", "058"),
  bank("000011", "Unity Bank", "215"),
  bank("000004", "United Bank for Africa", "033"),
  bank("000016", "First Bank of Nigeria", "011"),
  bank("000018", "Union Bank", "032"),
  bank("000031", "Premium Trust Bank", "105"),
  bank("000034", "Trust Union Microfinance Bank"),
];

function read(cells: Record<string, string>, unit: "naira" | "kobo" = "naira") {
  const row = { bank: "000013", accountNumber: "0123456711", amount: "1,500.50", narration: "Salary", ...cells };
  return readPayoutRow((column) => row[column as keyof typeof row] ?? "", { unit, decimal: "point" }, BANKS);
}
const bankOf = (text: string) => {
  const found = read({ bank: text });
  return "row" in found ? found.row.sortCode : found.problems[0]?.text;
};

describe("a row of a file of payouts", () => {
  it("is the body of a payout, with naira as kobo", () => {
    expect(read({ accountName: " Ada Obi ", note: "Ticket 1", reference: "SALARY-0001" })).toEqual({
      row: {
        bankName: "Guaranty Trust Bank",
        sortCode: "000013",
        accountNumber: "0123456711",
        amount: 150_050,
        narration: "Salary",
        accountName: "Ada Obi",
        reference: "SALARY-0001",
        note: "Ticket 1",
      },
    });
    expect(read({ amount: "150050" }, "kobo")).toMatchObject({ row: { amount: 150_050 } });
  });

  it.each([
    ["000013", "000013"],
    ["090999", "090999"],
    ["011", "000016"],
    ["000011", "000011"],
    ["gtbank", "000013"],
    ["GTBANK PLC", "000013"],
    ["First Bank", "000016"],
    ["UBA", "000004"],
    ["Union Bank", "000018"],
  ])("names its bank by code or name, without guessing between code spaces: %s", (text, code) => {
    expect(bankOf(text)).toBe(code);
  });

  it.each([
    ["13", /Bank codes have 6 or 3 digits/],
    ["999", /No single bank has the code 999/],
    ["Zenith", /No bank is called “Zenith”/],
    ["Trust", /may be Guaranty Trust Bank, Premium Trust Bank/],
    ["", /bank is required/],
  ])("says why a bank is not known: %s", (text, problem) => {
    expect(bankOf(text)).toMatch(problem);
  });

  it.each([
    ["accountNumber", "123456711", /Leading zero missing/],
    ["accountNumber", "12345", /accountNumber must/],
    ["amount", "1.5E+10", /damaged by a spreadsheet/],
    ["amount", "12.345", /./],
    ["narration", "Réunion", /ASCII/],
    ["narration", "", /narration is required/],
    ["reference", "short", /reference must/],
  ])("finds a problem in %s: %s", (column, text, problem) => {
    const found = read({ [column]: text });
    expect("problems" in found && found.problems).toMatchObject([
      { level: "error", column, text: expect.stringMatching(problem) },
    ]);
  });
});
