import type { SealRow } from "../../../db/ledger/book-seals.ts";
import type { SealedEntry, SealedJournal, SealedTransaction, Span } from "../../../db/ledger/sealed-rows.ts";
import { findSealedEntries, findSealedTransactions } from "../../../db/ledger/sealed-rows.ts";
import type { Queryable } from "../../../db/pool.ts";
import {
  callLine,
  callsLine,
  entryLine,
  journalLine,
  SEVERAL_TENANTS,
  transactionLine,
} from "../../../ledger/journal-text.ts";
import { type JournalMac, journalMac } from "../../../providers/book-macs.ts";
import type { Secrets } from "../../../providers/secrets.ts";

/** A row of a journal with its line. */
export type SealedLine = { line: string; tenant: number } & (
  | { row: "transaction"; id: string; of: SealedTransaction }
  | { row: "entry"; id: string; of: SealedEntry }
);

/** Computes the hash of a seal from its columns and the hash of the seal before. */
export function sealHash(secrets: Secrets, seal: Omit<SealRow, "hash">, before: Buffer | null): Buffer {
  const text = [
    seal.journalTenants ? "seal 2" : "seal 1",
    seal.number,
    before?.toString("hex") ?? "",
    seal.at.getTime(),
    seal.journalsThrough,
    seal.auditThrough,
    seal.adopts,
    seal.journals.join(","),
    seal.journalMacs.toString("hex"),
    seal.auditRows.join(","),
    seal.auditMacs.toString("hex"),
    ...(seal.journalTenants ? [seal.journalTenants.join(",")] : []),
  ].join(" ");
  return secrets.keyedHash(text, "seal");
}

/** Reads the lines of all journals of a span, by their ID. */
export async function readJournalLines(db: Queryable, span: Span): Promise<Map<bigint, SealedLine[]>> {
  const lines = new Map<bigint, SealedLine[]>();
  const add = (journal: bigint, line: SealedLine) => {
    const known = lines.get(journal);
    if (known) known.push(line);
    else lines.set(journal, [line]);
  };
  for (const of of await findSealedTransactions(db, span)) {
    add(of.journal, { line: transactionLine(of, of, of), tenant: of.tenant, row: "transaction", id: of.id, of });
  }
  for (const of of await findSealedEntries(db, span)) {
    add(of.journal, {
      line: entryLine(of, of.at),
      tenant: of.tenant,
      row: "entry",
      id: entryId(of.account, of.seq),
      of,
    });
  }
  return lines;
}

/** Whether a row under the journal's ID is one of its own: several tenants may have a journal with the same ID. */
export function isOf(journal: { tenant: number }, line: { tenant: number }): boolean {
  return journal.tenant === SEVERAL_TENANTS || journal.tenant === line.tenant;
}

/** The key of a journal. */
export function journalKey({ tenant, id }: { tenant: number; id: bigint }): string {
  return `${tenant}/${id}`;
}

/** Computes the code of a journal from its rows. */
export function macOf(secrets: Secrets, journal: SealedJournal, lines: readonly SealedLine[]): JournalMac {
  return journalMac(
    secrets,
    journalLine(journal),
    lines.map(({ line }) => line),
  );
}

/** The lines of the calls that transactions hold, instead of those of the transactions. */
export function callsOf(lines: readonly SealedLine[]): SealedLine[] {
  return lines.flatMap((line) => {
    if (line.row !== "transaction") return [];
    const { actorName, address, requestId } = line.of;
    const isEmpty = actorName === null && address === null && requestId === null;
    return isEmpty ? [] : [{ ...line, line: callLine(line.of, line.of) }];
  });
}

/** Computes the code of a journal's calls. */
export function macOfCalls(secrets: Secrets, journal: SealedJournal, calls: readonly SealedLine[]): JournalMac {
  return journalMac(
    secrets,
    callsLine(journalLine(journal)),
    calls.map(({ line }) => line),
  );
}

/** An entry has no ID of its own: account and place in its history name it. */
export function entryId(account: bigint, seq: bigint | null): string {
  return `${account}/${seq}`;
}
