import type { SealedEntry, SealedTransaction } from "../db/ledger/book-seals.ts";

/** A journal as it is authenticated. Instants are microseconds since 1970 as text, as PostgreSQL stores them. */
export type JournalText = {
  id: bigint;
  lane: number;
  kind: string;
  n: number;
  at: string;
};

type TransactionText = Omit<SealedTransaction, "journal">;
type EntryText = Omit<SealedEntry, "journal">;

/** The line of a journal's own row, with the version of this format. Ledger 6. */
export function journalLine(row: JournalText): string {
  return `journal 1 ${row.id} ${row.lane} ${row.kind} ${row.n} ${row.at}`;
}

/** The line of a transaction. Texts are JSON, so that no text can look like the next field. */
export function transactionLine(row: TransactionText): string {
  const { narration, note, reversalOf } = row;
  // Absent where all are null, so that the line of an older transaction is still the same.
  const added = narration === null && note === null && reversalOf === null ? [] : [narration, note, reversalOf];
  const texts = [row.kind, row.status, row.failure, row.batch, row.reference, row.description, row.actor, ...added];
  return (
    `transaction ${row.tenant} ${row.id} ${row.source} ${row.sourceSeq} ${row.destination} ${row.destinationSeq} ` +
    `${row.amount} ${row.baseFee} ${row.merchantFee} ${row.at} ${JSON.stringify(texts)} ${canonicalJson(row.metadata)}`
  );
}

/** The line of an entry. */
export function entryLine(row: EntryText): string {
  return `entry ${row.tenant} ${row.account} ${row.seq} ${row.transaction} ${row.delta} ${row.balanceAfter} ${row.at}`;
}

/** Microseconds since 1970. */
export function microsOf(at: Date): string {
  return `${at.getTime()}000`;
}

/** JSON with sorted names: the same text before a value is stored as `jsonb` and after it was read. */
export function canonicalJson(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
