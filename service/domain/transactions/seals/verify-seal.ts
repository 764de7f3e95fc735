import type { SealProblem, SealRow } from "../../../db/ledger/book-seals.ts";
import {
  findJournals,
  findSealedAudit,
  type SealedAuditRow,
  type SealedJournal,
  type Span,
} from "../../../db/ledger/sealed-rows.ts";
import { findOwnNumbers } from "../../../db/number-ranges.ts";
import type { Queryable } from "../../../db/pool.ts";
import { hasCalls, SEVERAL_TENANTS } from "../../../ledger/journal-text.ts";
import { type JournalMac, MAC_BYTES } from "../../../providers/book-macs.ts";
import type { Secrets } from "../../../providers/secrets.ts";
import { auditMac } from "../../record-audit.ts";
import { changedRows, compareSums, nameOf, type Problem } from "./changed-rows.ts";
import { findLowest, NO_MAC } from "./seal-books.ts";
import {
  callsOf,
  isOf,
  journalKey,
  macOf,
  macOfCalls,
  readJournalLines,
  type SealedLine,
  sealHash,
} from "./seal-text.ts";

export type VerifiedSeal = { problems: SealProblem[]; rows: number };

const JOURNALS_AT_ONCE = 50;
/** A journal of a batch has up to 5,000 transactions, and each row takes about a kilobyte here. */
const TRANSACTIONS_AT_ONCE = 2_000;
const AUDIT_ROWS_AT_ONCE = 1_000;

/** Verifies a seal against the seal before it and against the rows that it covers. Returns the rows that do not match. Ledger 6. */
export async function verifySeal(
  db: Queryable,
  secrets: Secrets,
  seal: SealRow,
  before: SealRow | undefined,
): Promise<VerifiedSeal> {
  const { journalsThrough, auditThrough } = before ?? (await findLowest(db));
  const journals = await verifyJournals(db, secrets, seal, journalsThrough);
  const audit = await verifyAudit(db, secrets, seal, auditThrough);
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
  const sealed = codesOf(seal);
  const problems: Problem[] = [];
  let rows = 0;
  for await (const { journals, lines } of journalPages(db, { after, through: seal.journalsThrough })) {
    for (const journal of journals) {
      const own = takeLines(lines, journal);
      problems.push(...journalProblems(secrets, seal, { journal, lines: own, sealed: sealed.take(journal) }));
      rows += own.length + 1;
    }
    for (const left of lines.values())
      problems.push(...left.map((line) => ({ ...nameOf(line), found: "added" as const })));
  }
  for (const { id, tenant } of sealed.left()) {
    problems.push({ row: "journal", id: String(id), tenant: tenant || null, found: "missing" });
  }
  return { problems, rows };
}

/**
 * The codes of the journals that a seal lists. A seal of the former release lists IDs without tenants, also of journals that this release
 * wrote while the former one's worker still ran: there the code says which journal it is of.
 */
function codesOf(seal: SealRow) {
  const tenantAt = (index: number) => seal.journalTenants?.[index] ?? SEVERAL_TENANTS;
  const codes = seal.journals.map((id, index) => ({
    id,
    tenant: tenantAt(index),
    mac: macAt(seal.journalMacs, index),
  }));
  const byKey = Map.groupBy(codes, journalKey);
  return {
    take({ id, tenant, mac }: SealedJournal): Buffer | undefined {
      const listed = byKey.get(journalKey({ id, tenant: seal.journalTenants ? tenant : SEVERAL_TENANTS })) ?? [];
      const own = listed.findIndex((code) => mac?.equals(code.mac));
      return listed.splice(Math.max(own, 0), 1)[0]?.mac;
    },
    left: () => [...byKey.values()].flat(),
  };
}

function journalProblems(
  secrets: Secrets,
  seal: SealRow,
  { journal, lines, sealed }: { journal: SealedJournal; lines: readonly SealedLine[]; sealed: Buffer | undefined },
): Problem[] {
  const own = { row: "journal" as const, id: String(journal.id), tenant: journal.tenant || (lines[0]?.tenant ?? null) };
  if (!sealed) return [{ ...own, found: "added" }];
  const computed = macOf(secrets, journal, lines);
  const isWhole = journal.mac ? isSame(journal, computed) : seal.adopts;
  if (computed.mac.equals(sealed) && isWhole) return callProblems(secrets, journal, lines);
  const rows = changedRows(journal.rowSums, lines);
  return rows.length > 0 ? rows : [{ ...own, found: sealed.equals(NO_MAC) ? "unsigned" : "changed" }];
}

/** The transactions of an unchanged journal whose calls are not those it was written with. Its kind says whether it has some. Decision 0218. */
function callProblems(secrets: Secrets, journal: SealedJournal, lines: readonly SealedLine[]): Problem[] {
  const calls = callsOf(lines);
  if (calls.length === 0 && !hasCalls(journal)) return [];
  const { callMac: mac, callSums: rowSums } = hasCalls(journal) ? journal : NO_CALLS;
  if (isSame({ mac, rowSums }, macOfCalls(secrets, journal, calls))) return [];
  const { unknown } = compareSums(rowSums, calls);
  const whole = { row: "journal" as const, id: String(journal.id), tenant: journal.tenant, found: "changed" as const };
  return unknown.length > 0 ? unknown.map((line) => ({ ...nameOf(line), found: "changed" })) : [whole];
}

const NO_CALLS = { callMac: null, callSums: null };

/**
 * Verifies the codes of journals and audit rows that another database gave their numbers: they moved here with their merchant, and the
 * chain of that database has their seals. Seal 0 names their problems. Decision 0194.
 */
export async function verifyMoved(db: Queryable, secrets: Secrets): Promise<VerifiedSeal> {
  const own = await findOwnNumbers(db);
  const found: VerifiedSeal = { problems: [], rows: 0 };
  const add = (rows: number, problems: readonly Problem[]) => {
    found.rows += rows;
    found.problems.push(...problems.map((problem) => ({ seal: 0, ...problem })));
  };
  for (const span of foreignSpans(own.journals)) {
    for await (const { journals, lines } of journalPages(db, span)) {
      for (const journal of journals) {
        const mine = takeLines(lines, journal);
        add(mine.length + 1, movedProblems(secrets, journal, mine));
      }
      for (const left of lines.values()) {
        add(
          left.length,
          left.map((line) => ({ ...nameOf(line), found: "added" as const })),
        );
      }
    }
  }
  for (const span of foreignSpans(own.audit)) {
    for await (const row of auditRows(db, span)) add(1, movedAuditProblems(secrets, row));
  }
  return found;
}

/** Pages of journals with the lines under their IDs; the last one also has rows of journals that do not exist. */
async function* journalPages(db: Queryable, { after, through }: Span) {
  for (let from = after; from < through; ) {
    const found = await findJournals(db, { after: from, through }, JOURNALS_AT_ONCE);
    const journals = firstOf(found);
    const isLast = journals.length === found.length && found.length < JOURNALS_AT_ONCE;
    const to = isLast ? through : (journals.at(-1)?.id ?? through);
    yield { journals, lines: await readJournalLines(db, { after: from, through: to }) };
    from = to;
  }
}

/** The first journals, as many as have few transactions together; those of one ID stay together. */
function firstOf(journals: SealedJournal[]): SealedJournal[] {
  let transactions = 0;
  const end = journals.findIndex(({ id, n }, index) => {
    transactions += n;
    return index > 0 && transactions > TRANSACTIONS_AT_ONCE && id !== journals[index - 1]?.id;
  });
  return end === -1 ? journals : journals.slice(0, end);
}

/** Takes the lines of a journal out of those under its ID. */
function takeLines(lines: Map<bigint, SealedLine[]>, journal: SealedJournal): SealedLine[] {
  const found = lines.get(journal.id) ?? [];
  lines.set(
    journal.id,
    found.filter((line) => !isOf(journal, line)),
  );
  return found.filter((line) => isOf(journal, line));
}

function movedProblems(secrets: Secrets, journal: SealedJournal, lines: readonly SealedLine[]): Problem[] {
  if (isSame(journal, macOf(secrets, journal, lines))) return callProblems(secrets, journal, lines);
  const changed = changedRows(journal.rowSums, lines);
  const whole = { row: "journal" as const, id: String(journal.id), tenant: journal.tenant, found: "changed" as const };
  return changed.length > 0 ? changed : [whole];
}

function movedAuditProblems(secrets: Secrets, row: SealedAuditRow): Problem[] {
  if (row.mac?.equals(auditMac(secrets, row))) return [];
  return [{ row: "audit row", id: row.id, tenant: row.tenant, found: row.mac ? "changed" : "unsigned" }];
}

async function* auditRows(db: Queryable, { after, through }: Span) {
  for (let from = after; from < through; ) {
    const rows = await findSealedAudit(db, { after: from, through }, AUDIT_ROWS_AT_ONCE);
    yield* rows;
    from = rows.length < AUDIT_ROWS_AT_ONCE ? through : (rows.at(-1)?.number ?? through);
  }
}

const END = 2n ** 63n - 1n;

/** The numbers above 0 outside a range. What lies below 1 is of the first seal of database 0. */
function foreignSpans({ first, last }: { first: bigint; last: bigint }): Span[] {
  return [
    { after: 0n, through: first - 1n },
    { after: last, through: END },
  ];
}

function isSame({ mac, rowSums }: Pick<SealedJournal, "mac" | "rowSums">, computed: JournalMac): boolean {
  return mac?.equals(computed.mac) === true && rowSums?.equals(computed.rowSums) === true;
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

function macAt(macs: Buffer, index: number): Buffer {
  return macs.subarray(index * MAC_BYTES, (index + 1) * MAC_BYTES);
}
