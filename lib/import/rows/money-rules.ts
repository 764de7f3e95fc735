import { type MoneyRow, readMoneyRow } from "../../../contract/money-row.ts";
import { parseKobo } from "../../format/money.ts";
import type { Unit } from "./columns.ts";
import type { Cells, Problem } from "./problems.ts";
import { texts } from "./texts.ts";

/** A payment row that can be sent, or its problems. Naira become kobo without rounding. Dashboard 5.6. */
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
  const { column } = read;
  const isCut = column === "accountNumber" && /^\d{9}$/.test(cell(column).trim());
  const message = column === "amount" ? amountText(amount, text) : isCut ? texts.firstZeroLost : text;
  return { problems: [{ level: "error", column, text: message }] };
}

function amountText(amount: string, text: string): string {
  return /^\d(\.\d+)?E\+\d+$/i.test(amount) ? texts.amountDamagedByA : text;
}

/** The customer ID, wallet ID or account number that a payment names. */
export function payeeOf({ customerId, walletId, accountNumber }: MoneyRow): string {
  return customerId ?? walletId ?? accountNumber ?? "";
}
