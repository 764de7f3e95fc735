import type { SealedEntry, SealedTransaction } from "../db/ledger/sealed-rows.ts";

/** The tenant of a journal that a former release wrote for all tenants of its flush. Decision 0193. */
export const SEVERAL_TENANTS = 0;

/** A journal as it is authenticated. Instants are microseconds since 1970 as text, as PostgreSQL stores them. */
export type JournalText = {
  tenant: number;
  id: bigint;
  lane: number;
  kind: string;
  n: number;
  at: string;
};

type MovementText = Pick<
  SealedTransaction,
  "tenant" | "id" | "reference" | "kind" | "batch" | "source" | "destination" | "amount" | "baseFee" | "merchantFee"
> &
  Pick<SealedTransaction, "description" | "narration" | "note" | "reversalOf" | "metadata" | "actor">;
type PlaceText = Pick<SealedTransaction, "sourceSeq" | "destinationSeq">;
type StateText = Pick<SealedTransaction, "status" | "failure" | "at">;
type CallText = Pick<SealedTransaction, "actorName" | "address" | "requestId">;
type EntryText = Omit<SealedEntry, "journal" | "at">;

/** The line of a journal's own row, with the version of this format. Ledger 6. */
export function journalLine(row: JournalText): string {
  const version = row.tenant === SEVERAL_TENANTS ? "1" : `2 ${row.tenant}`;
  return `journal ${version} ${row.id} ${row.lane} ${row.kind} ${row.n} ${row.at}`;
}

/** The line of a transaction, from the parts that a flush holds apart. Texts are JSON, so that no text can look like the next field. */
export function transactionLine(row: MovementText, places: PlaceText, { status, failure, at }: StateText): string {
  const { narration, note, reversalOf } = row;
  const texts = [row.kind, status, failure, row.batch, row.reference, row.description, row.actor];
  // Absent where all are null, so that the line of an older transaction is still the same.
  if (narration !== null || note !== null || reversalOf !== null) texts.push(narration, note, reversalOf);
  return (
    `transaction ${row.tenant} ${row.id} ${row.source} ${places.sourceSeq} ${row.destination} ${places.destinationSeq} ` +
    `${row.amount} ${row.baseFee} ${row.merchantFee} ${at} ${JSON.stringify(texts)} ${canonicalJson(row.metadata)}`
  );
}

/** The kind of a journal, which says whether some of its transactions have calls: so the journal's code notices a removed call. */
export function journalKind(kind: "flush" | "batch", isWithCalls: boolean): string {
  return isWithCalls ? `${kind}${WITH_CALLS}` : kind;
}

/** Whether some transactions of a journal have calls. Decision 0218. */
export function hasCalls({ kind }: { kind: string }): boolean {
  return kind.endsWith(WITH_CALLS);
}

const WITH_CALLS = " with calls";

/** The line of a journal's own row among those of its calls. */
export function callsLine(journal: string): string {
  return `calls of ${journal}`;
}

/** The line of the call that asked for a transaction. Its actor is in the line of the transaction. */
export function callLine(row: { tenant: number; id: string }, call: CallText): string {
  return `call ${row.tenant} ${row.id} ${JSON.stringify([call.actorName, call.address, call.requestId])}`;
}

/** The line of an entry. */
export function entryLine(row: EntryText, at: string): string {
  return `entry ${row.tenant} ${row.account} ${row.seq} ${row.transaction} ${row.delta} ${row.balanceAfter} ${at}`;
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
