import { type MoneyRow, readMoneyRow } from "../../../contract/money-row.ts";
import { parseNaira } from "./amounts.ts";
import type { Decimal, Unit } from "./columns.ts";
import type { PayoutRow } from "./payout-rules.ts";
import type { Cells, Problem } from "./problems.ts";
import { texts } from "./texts.ts";

/** A payment row that can be sent, or its problems. Naira become kobo without rounding. Dashboard 5.6. */
export function readPayment(
  cell: Cells,
  { unit, decimal }: { unit: Unit; decimal: Decimal },
): { row: MoneyRow } | { problems: Problem[] } {
  const amount = cell("amount").trim();
  const kobo = unit === "naira" && amount !== "" ? parseNaira(amount, decimal) : undefined;
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

/** A payment of a file: to a wallet, or to a bank account. */
export type FilePayment = MoneyRow | PayoutRow;

/** The customer ID, wallet ID or account number that a payment names; with the bank of a payout. */
export function payeeOf(row: FilePayment): string {
  if ("sortCode" in row) return `${row.bankName} ${row.accountNumber}`;
  const { customerId, walletId, accountNumber } = row;
  return customerId ?? walletId ?? accountNumber ?? "";
}
