import type { SealProblem } from "../../../db/ledger/book-seals.ts";
import type { SealedEntry, SealedTransaction } from "../../../db/ledger/sealed-rows.ts";
import { ROW_SUM_BYTES, rowSum } from "../../../providers/book-macs.ts";
import { entryId, type SealedLine } from "./seal-text.ts";

/** A row that does not match its seal. */
export type Problem = Omit<SealProblem, "seal">;

/** The rows of a journal whose checksum is not among those it was written with, and the rows that others point to in vain. */
export function changedRows(rowSums: Buffer | null, lines: readonly SealedLine[]): Problem[] {
  if (!rowSums) return [];
  const { unknown, lost } = compareSums(rowSums, lines);
  const missing = lost > unknown.length ? missingRows(lines) : [];
  const found = unknown.length > lost ? ("added" as const) : ("changed" as const);
  return [...missing, ...unknown.map((line) => ({ ...nameOf(line), found }))];
}

/** The lines that have none of these checksums, and the number of checksums that are left. */
export function compareSums(rowSums: Buffer | null, lines: readonly SealedLine[]) {
  const written = sumsOf(rowSums ?? Buffer.alloc(0));
  const unknown = lines.filter(({ line }) => !take(written, rowSum(line)));
  const lost = [...written.values()].reduce((sum, count) => sum + count, 0);
  return { unknown, lost };
}

function missingRows(lines: readonly SealedLine[]): Problem[] {
  const transactions = lines.flatMap((line): SealedTransaction[] => (line.row === "transaction" ? [line.of] : []));
  const entries = lines.flatMap((line): SealedEntry[] => (line.row === "entry" ? [line.of] : []));
  const ids = new Set(transactions.map((row) => row.id));
  const places = new Set(entries.map((row) => entryId(row.account, row.seq)));
  const problems = new Map<string, Problem>();
  const add = (row: "transaction" | "entry", id: string, tenant: number) =>
    problems.set(`${row} ${id}`, { row, id, tenant, found: "missing" });
  for (const { tenant, source, sourceSeq, destination, destinationSeq } of transactions) {
    for (const id of [entryId(source, sourceSeq), entryId(destination, destinationSeq)]) {
      if (!places.has(id)) add("entry", id, tenant);
    }
  }
  for (const { transaction, tenant } of entries) {
    if (transaction && !ids.has(transaction)) add("transaction", transaction, tenant);
  }
  return [...problems.values()];
}

function sumsOf(rowSums: Buffer): Map<number, number> {
  const sums = new Map<number, number>();
  for (let at = 0; at + ROW_SUM_BYTES <= rowSums.length; at += ROW_SUM_BYTES) {
    const sum = rowSums.readUInt32BE(at);
    sums.set(sum, (sums.get(sum) ?? 0) + 1);
  }
  return sums;
}

function take(sums: Map<number, number>, sum: number): boolean {
  const count = sums.get(sum) ?? 0;
  if (count > 0) sums.set(sum, count - 1);
  return count > 0;
}

/** The row of a line, as a problem names it. */
export function nameOf({ row, id, tenant }: SealedLine): Pick<Problem, "row" | "id" | "tenant"> {
  return { row, id, tenant };
}
