import { type ApprovalDecisionRow, decideApprovals } from "../approvals/approval-decisions.ts";
import { binaryArray } from "../array-binary.ts";
import { arrays, eachOrOne, oneForAll, oneIfSame } from "../array-literal.ts";
import { type AuditRow, writeAudit } from "../merchant/audit-log.ts";
import type { Statement } from "../statement.ts";
import type { AccountRow } from "./accounts.ts";
import { insertAnswers, type KeyedAnswerRow, storedColumns } from "./idempotency-keys.ts";

export type EntryRow = {
  tenant: number;
  account: bigint;
  seq: bigint;
  transaction: string | null;
  delta: bigint;
  balanceAfter: bigint;
};
/** What a transaction says, apart from the places of its entries. */
export type TransactionRow = {
  tenant: number;
  id: string;
  reference: string;
  kind: string;
  batch: string | null;
  source: bigint;
  destination: bigint;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  description: string | null;
  narration: string | null;
  note: string | null;
  reversalOf: string | null;
  metadata: object | null;
  actor: string;
  /** Present where the transaction is its own audit row. Decision 0218. */
  call?: { actorName: string; address: string | null; requestId: string } | null;
};

/** A transaction with the sequence numbers of its two entries. */
export type PostedRow = {
  readonly movement: Readonly<TransactionRow>;
  readonly sourceSeq: bigint;
  readonly destinationSeq: bigint;
};

/** The codes of a journal's rows and, where some of its transactions have calls, of these. */
export type JournalCodes = { rows: Code; calls: Code | null };
type Code = { mac: Buffer; rowSums: Buffer };

/** All rows of one flush: a journal for each tenant, or only answers and audit rows where every posting was rejected. */
export type FlushRows = {
  journal: { id: bigint; lane: number };
  /** The journal of each tenant: `n` transactions under the same ID. */
  journals: readonly { tenant: number; kind: string; n: number; sign(): JournalCodes }[];
  at: Date;
  accounts: readonly AccountRow[];
  transactions: readonly PostedRow[];
  entries: readonly EntryRow[];
  answers: readonly KeyedAnswerRow[];
  audit: readonly AuditRow[];
  approvals: readonly ApprovalDecisionRow[];
  /** Statements that commit with the flush. */
  statements: readonly (() => readonly Statement[])[];
  /** Trace contexts by transaction, or one as `all`; null when tracing is off. */
  traces: Record<string, string> | null;
};

const MANY_ROWS = 500;

/** Whether the statements of a flush leave one by one: the server runs each while the next one is built. */
export function isLarge({ transactions }: FlushRows): boolean {
  return transactions.length > MANY_ROWS;
}

/** Yields the statements of a flush, each built when it is requested. The commit follows them. */
export function* writeStatements(rows: FlushRows): Generator<Statement> {
  const single = singleOf(rows);
  if (single) yield writeSingle(rows, single);
  else {
    if (rows.transactions.length > 0) yield* writeMoney(rows);
    if (rows.answers.length > 0) yield insertAnswers(rows.answers, rows.at);
  }
  if (rows.audit.length > 0) yield writeAudit(rows.audit);
  if (rows.approvals.length > 0) yield decideApprovals(rows.approvals, rows.at);
  for (const more of rows.statements) yield* more();
}

/** One statement, or several where the flush is large: PostgreSQL writes one while the next is made, and the journals while they are signed. */
function* writeMoney(rows: FlushRows): Generator<Statement> {
  const { id } = rows.journal;
  if (!isLarge(rows)) {
    const money = [...balanceValues(rows), ...transactionValues(rows), ...entryValues(rows)];
    const values = [id, rows.at, ...money, ...outboxValues(rows), ...journalValues(rows)];
    yield { name: "ledger_write_money", text: writeMoneySql, values };
    return;
  }
  yield { name: "ledger_write_balances", text: writeBalancesSql, values: [...balanceValues(rows)] };
  yield {
    name: "ledger_write_transactions",
    text: writeTransactionsSql,
    values: [id, rows.at, ...transactionValues(rows)],
  };
  yield { name: "ledger_write_entries", text: writeEntriesSql, values: [id, rows.at, ...entryValues(rows)] };
  yield {
    name: "ledger_write_journals",
    text: writeJournalsSql,
    values: [id, rows.at, ...outboxValues(rows), ...journalValues(rows)],
  };
}

// A column with equal values in all rows, as is common in batches, is sent once: reading arrays takes a good part of the
// statement's time.
function balanceValues({ accounts }: FlushRows) {
  return [
    binaryArray.integer(oneIfSame(accounts.map((row) => row.tenant))),
    binaryArray.bigint(accounts.map((row) => row.id)),
    binaryArray.bigint(accounts.map((row) => row.balance)),
    binaryArray.bigint(accounts.map((row) => row.seq)),
    binaryArray.date(accounts.map((row) => row.day)),
    binaryArray.bigint(accounts.map((row) => row.spent)),
  ] as const;
}

const updateBalances = (each: typeof eachOrOne, from: number) => `
update accounts a set balance = v.balance, seq = v.seq, day = v.day, spent = v.spent
from (select ${arrays(from, { tenant: "int", id: "bigint", balance: "bigint", seq: "bigint", day: "date", spent: "bigint" })}) v
where a.tenant = ${each(from, "int", "tenant")} and a.id = v.id`;

function transactionValues({ transactions }: FlushRows) {
  const movements = transactions.map((row) => row.movement);
  return [
    binaryArray.integer(oneIfSame(movements.map((row) => row.tenant))),
    binaryArray.uuid(movements.map((row) => row.id)),
    binaryArray.text(movements.map((row) => row.reference)),
    binaryArray.text(oneIfSame(movements.map((row) => row.kind))),
    binaryArray.uuid(oneIfSame(movements.map((row) => row.batch))),
    binaryArray.bigint(oneIfSame(movements.map((row) => row.source))),
    binaryArray.bigint(oneIfSame(transactions.map((row) => row.sourceSeq))),
    binaryArray.bigint(oneIfSame(movements.map((row) => row.destination))),
    binaryArray.bigint(oneIfSame(transactions.map((row) => row.destinationSeq))),
    binaryArray.bigint(oneIfSame(movements.map((row) => row.amount))),
    binaryArray.bigint(oneIfSame(movements.map((row) => row.baseFee))),
    binaryArray.bigint(oneIfSame(movements.map((row) => row.merchantFee))),
    binaryArray.text(oneIfSame(movements.map((row) => row.description))),
    binaryArray.jsonb(oneIfSame(movements.map((row) => row.metadata))),
    binaryArray.text(oneIfSame(movements.map((row) => row.actor))),
    binaryArray.text(oneIfSame(movements.map((row) => row.narration))),
    binaryArray.text(oneIfSame(movements.map((row) => row.note))),
    binaryArray.uuid(oneIfSame(movements.map((row) => row.reversalOf))),
    binaryArray.text(oneIfSame(movements.map((row) => row.call?.actorName ?? null))),
    binaryArray.text(oneIfSame(movements.map((row) => row.call?.address ?? null))),
    binaryArray.text(oneIfSame(movements.map((row) => row.call?.requestId ?? null))),
  ] as const;
}

/** `$1` is the journal, `$2` the instant. */
const insertTransactions = (each: typeof eachOrOne, from: number) => `
insert into transactions (tenant, id, journal, reference, kind, status, batch, source, source_seq, destination,
  destination_seq, amount, fee_base, fee_merchant, description, metadata, actor, at, narration, note, reversal_of, actor_name, address,
  request_id)
select ${each(from, "int", "tenant")}, v.id, $1, v.reference, ${each(from + 3, "text", "kind")}, 'success',
  ${each(from + 4, "uuid", "batch")}, ${each(from + 5, "bigint", "source")}, ${each(from + 6, "bigint", "source_seq")},
  ${each(from + 7, "bigint", "destination")}, ${each(from + 8, "bigint", "destination_seq")},
  ${each(from + 9, "bigint", "amount")}, ${each(from + 10, "bigint", "fee_base")}, ${each(from + 11, "bigint", "fee_merchant")},
  ${each(from + 12, "text", "description")}, ${each(from + 13, "jsonb", "metadata")}, ${each(from + 14, "text", "actor")}, $2,
  ${each(from + 15, "text", "narration")}, ${each(from + 16, "text", "note")}, ${each(from + 17, "uuid", "reversal_of")},
  ${each(from + 18, "text", "actor_name")}, ${each(from + 19, "text", "address")}, ${each(from + 20, "text", "request_id")}
from (select ${[
  arrays(from, { tenant: "int", id: "uuid", reference: "text", kind: "text", batch: "uuid", source: "bigint" }),
  arrays(from + 6, { source_seq: "bigint", destination: "bigint", destination_seq: "bigint", amount: "bigint" }),
  arrays(from + 10, { fee_base: "bigint", fee_merchant: "bigint", description: "text", metadata: "jsonb" }),
  arrays(from + 14, { actor: "text", narration: "text", note: "text", reversal_of: "uuid" }),
  arrays(from + 18, { actor_name: "text", address: "text", request_id: "text" }),
].join(", ")}) v`;

function entryValues({ entries }: FlushRows) {
  return [
    binaryArray.integer(oneIfSame(entries.map((row) => row.tenant))),
    binaryArray.bigint(entries.map((row) => row.account)),
    binaryArray.bigint(entries.map((row) => row.seq)),
    binaryArray.uuid(entries.map((row) => row.transaction)),
    binaryArray.bigint(entries.map((row) => row.delta)),
    binaryArray.bigint(entries.map((row) => row.balanceAfter)),
  ] as const;
}

// One INSERT for all entries of a journal, since the zero-sum trigger checks the rows of each statement.
const insertEntries = (each: typeof eachOrOne, from: number) => `
insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
select ${each(from, "int", "tenant")}, v.account, v.seq, $1, v.transaction, v.delta, v.balance_after, $2
from (select ${arrays(from, { tenant: "int", account: "bigint", seq: "bigint", transaction: "uuid", delta: "bigint", balance_after: "bigint" })}) v`;

function outboxValues({ traces, journals }: FlushRows) {
  return [jsonOf(traces), binaryArray.integer(journals.map((row) => row.tenant))] as const;
}

const insertOutbox = (from: number) => `
insert into outbox (tenant, journal, kind, at, traces)
select tenant, $1, 'journal', $2, $${from}::jsonb from unnest($${from + 1}::int[]) as v (tenant)`;

function journalValues({ journal, journals }: FlushRows) {
  const signed = journals.map((row) => row.sign());
  return [
    journal.lane,
    binaryArray.text(oneIfSame(journals.map((row) => row.kind))),
    binaryArray.integer(journals.map((row) => row.n)),
    binaryArray.bytea(signed.map(({ rows }) => rows.mac)),
    binaryArray.bytea(signed.map(({ rows }) => rows.rowSums)),
    binaryArray.bytea(signed.map(({ calls }) => calls?.mac ?? null)),
    binaryArray.bytea(signed.map(({ calls }) => calls?.rowSums ?? null)),
  ] as const;
}

/** `tenants` is the place of the tenants; lane, kinds, counts, codes and checksums have the places from `from` on. */
const insertJournals = (tenants: number, from: number) => `
insert into journals (tenant, id, at, lane, kind, n, mac, row_sums, call_mac, call_sums)
select v.tenant, $1::bigint, $2, $${from}::smallint, ${eachOrOne(from + 1, "text", "kind")}, v.n, v.mac, v.row_sums, v.call_mac,
  v.call_sums
from (select ${[
  arrays(tenants, { tenant: "int" }),
  arrays(from + 1, { kind: "text", n: "int", mac: "bytea", row_sums: "bytea", call_mac: "bytea", call_sums: "bytea" }),
].join(", ")}) v`;

export const writeMoneySql = `with journal as (${insertJournals(37, 38)}), balances as (${updateBalances(eachOrOne, 3)}),
posted as (${insertTransactions(eachOrOne, 9)}), legs as (${insertEntries(eachOrOne, 30)})
${insertOutbox(36)}`;

export const writeBalancesSql = updateBalances(oneForAll, 1);
const writeTransactionsSql = insertTransactions(oneForAll, 3);
const writeEntriesSql = insertEntries(oneForAll, 3);
const writeJournalsSql = `with journal as (${insertJournals(4, 5)}) ${insertOutbox(3)}`;

/** The only transaction of a flush, with its journal and the only answer, if there is one. */
type Single = { posted: PostedRow; journal: FlushRows["journals"][number]; answer: KeyedAnswerRow | undefined };

function singleOf({ transactions, journals, answers }: FlushRows): Single | null {
  const [posted] = transactions;
  const [journal] = journals;
  const isSingle = transactions.length === 1 && journals.length === 1 && answers.length <= 1;
  return posted && journal && isSingle ? { posted, journal, answer: answers[0] } : null;
}

const scalars = (from: number, ...types: readonly string[]) =>
  types.map((type, at) => `$${from + at}::${type}`).join(", ");

export const writeSingleSql = `with journal as (
  insert into journals (id, at, tenant, lane, kind, n, mac, row_sums, call_mac, call_sums)
  values (${scalars(1, "bigint", "timestamptz", "int", "smallint", "text")}, 1, ${scalars(6, "bytea", "bytea", "bytea", "bytea")})
), balances as (${updateBalances(eachOrOne, 10)}), posted as (
  insert into transactions (tenant, journal, at, status, id, reference, kind, batch, source, source_seq, destination, destination_seq,
    amount, fee_base, fee_merchant, description, metadata, actor, narration, note, reversal_of, actor_name, address, request_id)
  values ($3, $1, $2, 'success', ${scalars(16, "uuid", "text", "text", "uuid", "bigint", "bigint", "bigint", "bigint")},
    ${scalars(24, "bigint", "bigint", "bigint", "text", "jsonb", "text", "text", "text", "uuid", "text", "text", "text")})
), legs as (${insertEntries(eachOrOne, 36)}), answered as (
  insert into idempotency_keys (at, tenant, key, request_hash, status, headers, body, transaction, shape)
  select $2, ${scalars(43, "int", "text", "bytea", "smallint", "jsonb", "text", "uuid", "smallint")} where $44::text is not null
) insert into outbox (tenant, journal, kind, at, traces) values ($3, $1, 'journal', $2, $42::jsonb)`;

/** One transaction needs no arrays for its row, its journal and its answer, which take longer to prepare than one row to write. Decision 0221. */
function writeSingle(rows: FlushRows, { posted, journal, answer }: Single): Statement {
  const { movement, sourceSeq, destinationSeq } = posted;
  const { rows: code, calls } = journal.sign();
  const stored = answer && storedColumns(answer);
  return {
    name: "ledger_write_single",
    text: writeSingleSql,
    values: [
      ...[rows.journal.id, rows.at, journal.tenant, rows.journal.lane, journal.kind],
      ...[code.mac, code.rowSums, calls?.mac ?? null, calls?.rowSums ?? null],
      ...balanceValues(rows),
      ...[movement.id, movement.reference, movement.kind, movement.batch],
      ...[movement.source, sourceSeq, movement.destination, destinationSeq],
      ...[movement.amount, movement.baseFee, movement.merchantFee, movement.description, jsonOf(movement.metadata)],
      ...[movement.actor, movement.narration, movement.note, movement.reversalOf],
      ...[movement.call?.actorName ?? null, movement.call?.address ?? null, movement.call?.requestId ?? null],
      ...entryValues(rows),
      jsonOf(rows.traces),
      // It may be the answer to a refused call of another merchant.
      ...[answer?.tenant ?? null, answer?.key ?? null, answer?.requestHash ?? null],
      ...[stored?.status ?? null, jsonOf(stored?.headers ?? null)],
      ...[stored?.body ?? null, stored?.transaction ?? null, stored?.shape ?? null],
    ],
  };
}

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value);
}
