import { paymentTextProblem } from "./payment-text.ts";
import { UUID } from "./uuid.ts";

/** The rules for rows of a credit or debit file. The service and the dashboard's import use the same rules. API 5. */

/** The columns that identify a wallet: a file needs at least one, and each row fills exactly one. Names are case-sensitive. */
export const WALLET_COLUMNS = ["customerId", "walletId", "accountNumber"] as const;
export const MONEY_COLUMNS = [...WALLET_COLUMNS, "amount", "reference", "narration", "note"] as const;
export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

/** A valid row. IDs in lower case, `amount` in kobo. */
export type MoneyRow = {
  customerId: string | null;
  walletId: string | null;
  accountNumber: string | null;
  amount: number;
  reference: string | null;
  /** What the customer reads. */
  narration: string | null;
  /** What only the merchant's staff reads. */
  note: string | null;
};

/** The maximum number of items in one preflight call. */
export const PREFLIGHT_ITEMS_MAX = 1000;
/** Equal payments of this many days are reported as `recent`, by the preflight and to approvers. */
export const RECENT_PAYMENT_DAYS = 5;

/** The problems of a header, each as a text about the file. Empty for a valid header. */
export function moneyHeaderProblems(columns: readonly string[]): string[] {
  const problems: string[] = [];
  if (!WALLET_COLUMNS.some((column) => columns.includes(column))) {
    problems.push(`lacks the required column ${WALLET_COLUMNS.join(" or ")}${near(columns, WALLET_COLUMNS)}`);
  }
  if (!columns.includes("amount")) problems.push(`lacks the required column amount${near(columns, ["amount"])}`);
  if (problems.length === 2 && columns.length === 1 && /[;\t|]/.test(columns[0] ?? "")) {
    return ["must separate its columns by commas"];
  }
  const twice = MONEY_COLUMNS.filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
  return [...problems, ...twice.map((column) => `has the column ${column} twice`)];
}

function near(columns: readonly string[], wanted: readonly string[]): string {
  const like = columns.find((column) => wanted.some((name) => name.toLowerCase() === column.trim().toLowerCase()));
  return like === undefined ? "" : `; “${like}” is not the same`;
}

/** Why a row is rejected. `column` is null if the reason concerns several columns. */
export type MoneyRowProblem = { reason: string; column: MoneyColumn | null };

/** Parses the cells of a row: a valid row, or the first reason for its rejection. */
export function readMoneyRow(cell: (column: MoneyColumn) => string): MoneyRow | MoneyRowProblem {
  const text = (column: MoneyColumn) => cell(column).trim();
  const [customerId, walletId, accountNumber] = WALLET_COLUMNS.map(text);
  const [amount, reference] = [text("amount"), text("reference")];
  const [narration, note] = [text("narration"), text("note")];
  const [walletColumn, secondColumn] = WALLET_COLUMNS.filter((column) => text(column) !== "");
  const problem =
    problemOf(secondColumn ? null : walletColumn, walletProblem({ customerId, walletId, accountNumber })) ??
    problemOf("amount", amountProblem(amount)) ??
    problemOf("reference", referenceProblem(reference)) ??
    problemOf("narration", textProblem("narration", narration)) ??
    problemOf("note", textProblem("note", note));
  if (problem !== null) return problem;
  return {
    customerId: customerId?.toLowerCase() || null,
    walletId: walletId?.toLowerCase() || null,
    accountNumber: accountNumber || null,
    amount: Number(amount),
    reference: reference || null,
    narration: narration || null,
    note: note || null,
  };
}

function problemOf(column: MoneyColumn | null | undefined, reason: string | null): MoneyRowProblem | null {
  return reason === null ? null : { reason, column: column ?? null };
}

function walletProblem(named: Record<string, string | undefined>): string | null {
  const given = Object.entries(named).filter(([, value]) => value);
  const [first, second] = given;
  if (!first) return "Missing account number or ID.";
  if (second) return `Only one of ${WALLET_COLUMNS.join(", ")} may be filled in.`;
  const [column, value = ""] = first;
  if (column === "accountNumber") return /^\d{10}$/.test(value) ? null : "accountNumber must be exactly 10 digits.";
  return UUID.test(value) ? null : `${column} must be a UUID.`;
}

function amountProblem(text: string): string | null {
  if (text === "") return "amount is required.";
  if (!/^\d+$/.test(text)) return "amount must be whole kobo, written in digits only.";
  if (Number(text) <= 1) return "Amount must be greater than 1 kobo.";
  return Number.isSafeInteger(Number(text)) ? null : "amount must be at most 9007199254740991 kobo.";
}

function referenceProblem(text: string): string | null {
  if (text === "") return null;
  if (text.length < 10) return "reference must have at least 10 characters.";
  if (text.length > 100) return "reference must have at most 100 characters.";
  return hasNull(text) ? "reference must not contain null characters." : null;
}

function textProblem(column: "narration" | "note", text: string): string | null {
  const problem = paymentTextProblem(text);
  return problem === null ? null : `${column} ${problem}.`;
}

function hasNull(text: string): boolean {
  return text.includes("\0");
}
