import {
  findJournals,
  findSealedAudit,
  type SealedAuditRow,
  type SealedEntry,
  type SealedJournal,
  type SealedTransaction,
  type SealProblem,
  type SealRow,
} from "../../../db/ledger/book-seals.ts";
import type { Queryable } from "../../../db/pool.ts";
import { type JournalMac, MAC_BYTES, ROW_SUM_BYTES, rowSum } from "../../../providers/book-macs.ts";
import type { Secrets } from "../../../providers/secrets.ts";
import { auditMac } from "../../record-audit.ts";
import { LOWEST, NO_MAC } from "./seal-books.ts";
import { entryId, macOf, readJournalLines, type SealedLine, sealHash } from "./seal-text.ts";

type Problem = Omit<SealProblem, "seal">;
export type VerifiedSeal = { problems: SealProblem[]; rows: number };

const JOURNALS_AT_ONCE = 50;

/** Verifies a seal against the seal before it and against the rows that it covers. Returns the rows that do not match. Ledger 6. */
export async function verifySeal(
  db: Queryable,
  secrets: Secrets,
  seal: SealRow,
  before: SealRow | undefined,
): Promise<VerifiedSeal> {
  const journals = await verifyJournals(db, secrets, seal, before?.journalsThrough ?? LOWEST);
  const audit = await verifyAudit(db, secrets, seal, before?.auditThrough ?? LOWEST);
  const problems = [...linkProblems(secrets, seal, before), ...journals.problems, ...audit.problems];
  return {
    problems: problems.map((problem) => ({ seal: Number(seal.number), ...problem })),
    rows: journals.rows + audit.rows,
  };
}

function linkProblems(secrets: Secrets, seal: SealRow, before: SealRow | undefined): Problem[] {
  const expected = (before?.number ?? 0n) + 1n;
  if (seal.number !== expected) return [{ row: "seal", id: String(expected), tenant: null, found: "missing" }];
  if (sealHash(secrets, seal, before?.hash ?? null).equals(seal.hash)) return [];
  return [{ row: "seal", id: String(seal.number), tenant: null, found: "changed" }];
}

async function verifyJournals(db: Queryable, secrets: Secrets, seal: SealRow, after: bigint) {
  const sealed = new Map(seal.journals.map((id, index) => [id, macAt(seal.journalMacs, index)]));
  const problems: Problem[] = [];
  let rows = 0;
  // Pages of journals; the last one also finds rows of journals that do not exist.
  for (let from = after; from < seal.journalsThrough; ) {
    const journals = await findJournals(db, { after: from, through: seal.journalsThrough }, JOURNALS_AT_ONCE);
    const through =
      journals.length < JOURNALS_AT_ONCE ? seal.journalsThrough : (journals.at(-1)?.id ?? seal.journalsThrough);
    const lines = await readJournalLines(db, { after: from, through });
    for (const journal of journals) {
      const own = lines.get(journal.id) ?? [];
      problems.push(...journalProblems(secrets, seal, { journal, lines: own, sealed: sealed.get(journal.id) }));
      sealed.delete(journal.id);
      lines.delete(journal.id);
      rows += own.length + 1;
    }
    for (const left of lines.values())
      problems.push(...left.map((line) => ({ ...nameOf(line), found: "added" as const })));
    from = through;
  }
  for (const id of sealed.keys()) problems.push({ row: "journal", id: String(id), tenant: null, found: "missing" });
  return { problems, rows };
}

function journalProblems(
  secrets: Secrets,
  seal: SealRow,
  { journal, lines, sealed }: { journal: SealedJournal; lines: readonly SealedLine[]; sealed: Buffer | undefined },
): Problem[] {
  const own = { row: "journal" as const, id: String(journal.id), tenant: lines[0]?.tenant ?? null };
  if (!sealed) return [{ ...own, found: "added" }];
  const computed = macOf(secrets, journal, lines);
  const isWhole = journal.mac ? isSame(journal, computed) : seal.adopts;
  if (computed.mac.equals(sealed) && isWhole) return [];
  const rows = changedRows(journal.rowSums, lines);
  return rows.length > 0 ? rows : [{ ...own, found: sealed.equals(NO_MAC) ? "unsigned" : "changed" }];
}

function isSame({ mac, rowSums }: SealedJournal, computed: JournalMac): boolean {
  return mac?.equals(computed.mac) === true && rowSums?.equals(computed.rowSums) === true;
}

/** The rows of a journal whose checksum is not among those it was written with, and the rows that others point to in vain. */
function changedRows(rowSums: Buffer | null, lines: readonly SealedLine[]): Problem[] {
  if (!rowSums) return [];
  const written = sumsOf(rowSums);
  const unknown = lines.filter(({ line }) => !take(written, rowSum(line)));
  const lost = [...written.values()].reduce((sum, count) => sum + count, 0);
  const missing = lost > unknown.length ? missingRows(lines) : [];
  const found = unknown.length > lost ? ("added" as const) : ("changed" as const);
  return [...missing, ...unknown.map((line) => ({ ...nameOf(line), found }))];
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

async function verifyAudit(db: Queryable, secrets: Secrets, seal: SealRow, after: bigint) {
  const rows = await findSealedAudit(db, { after, through: seal.auditThrough });
  const places = new Map(seal.auditRows.map((id, index) => [id, index]));
  const problems: Problem[] = [];
  let last = -1;
  for (const row of rows) {
    const place = places.get(row.id);
    places.delete(row.id);
    const sealed = place === undefined ? undefined : macAt(seal.auditMacs, place);
    const found = auditProblem(secrets, seal, row, sealed) ?? ((place ?? last) < last ? ("moved" as const) : undefined);
    if (found) problems.push({ row: "audit row", id: row.id, tenant: row.tenant, found });
    last = Math.max(last, place ?? last);
  }
  for (const id of places.keys()) problems.push({ row: "audit row", id, tenant: null, found: "missing" });
  return { problems, rows: rows.length };
}

function auditProblem(
  secrets: Secrets,
  seal: SealRow,
  row: SealedAuditRow,
  sealed: Buffer | undefined,
): Problem["found"] | undefined {
  if (!sealed) return "added";
  const computed = auditMac(secrets, row);
  const isWhole = row.mac ? row.mac.equals(computed) : seal.adopts;
  if (computed.equals(sealed) && isWhole) return undefined;
  return sealed.equals(NO_MAC) ? "unsigned" : "changed";
}

function nameOf({ row, id, tenant }: SealedLine): Pick<Problem, "row" | "id" | "tenant"> {
  return { row, id, tenant };
}

function macAt(macs: Buffer, index: number): Buffer {
  return macs.subarray(index * MAC_BYTES, (index + 1) * MAC_BYTES);
}
