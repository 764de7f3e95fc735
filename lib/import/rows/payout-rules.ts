import { type Bank, BankTransferBody, type PAYOUT_COLUMNS } from "../../../contract/payout-records.ts";
import { textOfIssue } from "../../../contract/texts/field-problems.ts";
import { parseNaira } from "./amounts.ts";
import type { Decimal, Unit } from "./columns.ts";
import type { Cells, Problem } from "./problems.ts";
import { texts } from "./texts.ts";

/** A valid row: the body of one payout, `amount` in kobo, with the bank as the file or the list names it. */
export type PayoutRow = {
  bankName: string;
  sortCode: string;
  accountNumber: string;
  amount: number;
  narration: string;
  accountName: string | null;
  reference: string | null;
  note: string | null;
};

type Amounts = { unit: Unit; decimal: Decimal };

/** Parses the cells of a row: a valid row, or its problems by the service's own schema. Naira become kobo without rounding. */
export function readPayoutRow(
  cell: Cells,
  amounts: Amounts,
  banks: readonly Bank[],
): { row: PayoutRow } | { problems: Problem[] } {
  const text = (column: (typeof PAYOUT_COLUMNS)[number]) => cell(column).trim();
  const bank = bankOf(text("bank"), banks);
  const amount = readAmount(text("amount"), amounts);
  const problems: Problem[] = [];
  if ("problem" in bank) problems.push(errorIn("bank", bank.problem));
  if ("problem" in amount) problems.push(errorIn("amount", amount.problem));
  const optional = (column: "accountName" | "reference" | "note") => text(column) || undefined;
  const item = {
    amount: "kobo" in amount ? amount.kobo : 1,
    sortCode: "code" in bank ? bank.code : "000000",
    accountNumber: text("accountNumber"),
    narration: text("narration") || undefined,
    accountName: optional("accountName"),
    reference: optional("reference"),
    note: optional("note"),
  };
  const parsed = BankTransferBody.safeParse(item, { error: textOfIssue });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = String(path[0]);
    const isCut = column === "accountNumber" && /^\d{9}$/.test(text("accountNumber"));
    problems.push(errorIn(column, isCut ? texts.firstZeroLost : `${column} ${message}`));
  }
  if (!parsed.data || problems.length > 0 || "problem" in bank) return { problems };
  const { sortCode, accountNumber, narration, accountName = null, reference = null, note = null } = parsed.data;
  return {
    row: {
      sortCode,
      accountNumber,
      narration,
      amount: parsed.data.amount,
      accountName,
      reference,
      note,
      bankName: bank.name,
    },
  };
}

function errorIn(column: string, text: string): Problem {
  return { level: "error", column, text };
}

function readAmount(text: string, { unit, decimal }: Amounts): { kobo: number } | { problem: string } {
  if (text === "") return { problem: texts.columnIsRequired("amount") };
  if (/^\d(\.\d+)?E\+\d+$/i.test(text)) return { problem: texts.amountDamagedByA };
  if (unit === "kobo") return /^\d+$/.test(text) ? { kobo: Number(text) } : { problem: texts.amountInKoboIsWhole };
  const read = parseNaira(text, decimal);
  return "kobo" in read ? read : { problem: read.message };
}

/**
 * The bank of a cell. Codes are never guessed between NIP and CBN, nor completed: spreadsheets remove their zeros, and 13 may be 000013
 * or 013. A name must be the list's, or its words must be in one name only. Rails 2.
 */
function bankOf(text: string, banks: readonly Bank[]): { code: string; name: string } | { problem: string } {
  if (text === "") return { problem: texts.columnIsRequired("bank") };
  if (/^\d+$/.test(text)) return bankOfCode(text, banks);
  const words = plainWords(text);
  const exact = banks.filter(({ name }) => plainWords(name).join(" ") === words.join(" "));
  const found = exact.length > 0 ? exact : banks.filter(({ name }) => hasWords(plainWords(name), words));
  const [bank, second] = found;
  if (!bank || words.length === 0) return { problem: texts.noBankIsCalled(text.slice(0, 60)) };
  if (second)
    return {
      problem: texts.severalBanksAreCalled(
        text.slice(0, 60),
        found
          .slice(0, 3)
          .map(({ name }) => name)
          .join(", "),
      ),
    };
  return bank;
}

function bankOfCode(code: string, banks: readonly Bank[]): { code: string; name: string } | { problem: string } {
  // A NIP code that is not in the list is the service's to decide: it may be our own.
  if (code.length === 6) return { code, name: banks.find((bank) => bank.code === code)?.name ?? code };
  if (code.length !== 3) return { problem: texts.bankCodesHaveDigits };
  const [bank, second] = banks.filter(({ cbnCode }) => cbnCode === code);
  return bank && !second ? bank : { problem: texts.noBankHasTheCode(code) };
}

const FILLERS = new Set(["plc", "ltd", "limited", "nigeria", "bank", "of", "the"]);

/** Names that people write and lists do not have. */
const SHORT_NAMES: Record<string, string> = {
  gtb: "guaranty trust",
  gtbank: "guaranty trust",
  uba: "united for africa",
  fcmb: "first city monument",
};

/** The words of a bank's name without those that many banks have, unless nothing else is left. */
function plainWords(name: string): string[] {
  const words = (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).flatMap((word) => SHORT_NAMES[word]?.split(" ") ?? word);
  const own = words.filter((word) => !FILLERS.has(word));
  return own.length > 0 ? own : words;
}

function hasWords(name: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => name.includes(word));
}
