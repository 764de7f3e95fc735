import { type MoneyRow, readMoneyRow } from "../../contract/money-row.ts";
import { parseKobo } from "../format/money.ts";
import type { Unit } from "./columns.ts";
import type { Cells, Problem } from "./problems.ts";

/** A row of money that can be tried, or what stands against it. Naira become kobo; nothing is rounded. Dashboard 5.6. */
export function readPayment(cell: Cells, unit: Unit): { row: MoneyRow } | { problems: Problem[] } {
  const amount = cell("amount").trim();
  const kobo = unit === "naira" && amount !== "" ? parseKobo(amount) : undefined;
  if (kobo && "problem" in kobo && kobo.problem !== "empty") {
    return { problems: [{ level: "error", column: "amount", text: amountText(amount, kobo.message) }] };
  }
  const read = readMoneyRow((column) =>
    column === "amount" && kobo && "kobo" in kobo ? String(kobo.kobo) : cell(column),
  );
  if (!("reason" in read)) return { row: read };
  const text = read.reason.replace(/\.$/, "");
  const column = /^(customerId|walletId|accountNumber|reference|narration|amount)\b/i.exec(text)?.[1] ?? null;
  const named = column === "Amount" ? "amount" : column;
  const isCut = named === "accountNumber" && /^\d{9}$/.test(cell(named).trim());
  const words = named === "amount" ? amountText(amount, text) : isCut ? "First zero lost" : text;
  return { problems: [{ level: "error", column: named, text: words }] };
}

function amountText(amount: string, text: string): string {
  return /^\d(\.\d+)?E\+\d+$/i.test(amount) ? "amount damaged by a spreadsheet" : text;
}

/** Whom a payment goes to, in one word. */
export function payeeOf({ customerId, walletId, accountNumber }: MoneyRow): string {
  return customerId ?? walletId ?? accountNumber ?? "";
}
