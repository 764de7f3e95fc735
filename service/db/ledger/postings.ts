import { type ApprovalDecisionRow, decideApprovals } from "../approvals/approval-decisions.ts";
import { binaryArray } from "../array-binary.ts";
import { eachOrOne, oneIfSame } from "../array-literal.ts";
import { type AuditRow, writeAudit } from "../merchant/audit-log.ts";
import type { Statement } from "../statement.ts";
import type { AccountRow } from "./accounts.ts";
import type { KeyedAnswerRow } from "./idempotency-keys.ts";

export type EntryRow = {
  tenant: number;
  account: bigint;
  seq: bigint;
  transaction: string | null;
  delta: bigint;
  balanceAfter: bigint;
};
export type TransactionRow = {
  tenant: number;
  id: string;
  reference: string;
  kind: string;
  batch: string | null;
  source: bigint;
  sourceSeq: bigint;
  destination: bigint;
  destinationSeq: bigint;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  description: string | null;
  narration: string | null;
  note: string | null;
  reversalOf: string | null;
  metadata: object | null;
  actor: string;
};

/** All rows of one flush: a journal, or only answers and audit rows where every posting was rejected. */
export type FlushRows = {
  journal: { id: bigint; lane: number; kind: "flush" | "batch"; mac: Buffer; rowSums: Buffer };
  at: Date;
  accounts: readonly AccountRow[];
  transactions: readonly TransactionRow[];
  entries: readonly EntryRow[];
  answers: readonly KeyedAnswerRow[];
  audit: readonly AuditRow[];
  approvals: readonly ApprovalDecisionRow[];
  /** Statements that commit with the flush. */
  statements: readonly (() => readonly Statement[])[];
  /** Trace contexts by transaction, or one as `all`; null when tracing is off. */
  traces: Record<string, string> | null;
};

/** Yields the statements of a flush, each built when it is requested. The commit follows them. */
export function* writeStatements(rows: FlushRows): Generator<Statement> {
  if (rows.transactions.length > 0) yield writeMoney(rows);
  if (rows.answers.length > 0) yield writeAnswers(rows);
  if (rows.audit.length > 0) yield writeAudit(rows.audit);
  if (rows.approvals.length > 0) yield decideApprovals(rows.approvals, rows.at);
  for (const more of rows.statements) yield* more();
}

// The entries of a journal are one INSERT, since the zero-sum trigger checks the rows of each statement. A column with
// equal values in all rows, as is common in batches, is sent once: reading arrays takes a good part of the statement's
// time.
function writeMoney({ journal, at, accounts, transactions, entries, traces }: FlushRows): Statement {
  return {
    name: "ledger_write_money",
    text: writeMoneySql,
    values: [
      journal.id,
      journal.lane,
      journal.kind,
      at,
      binaryArray.integer(oneIfSame(accounts.map((row) => row.tenant))),
      binaryArray.bigint(accounts.map((row) => row.id)),
      binaryArray.bigint(accounts.map((row) => row.balance)),
      binaryArray.bigint(accounts.map((row) => row.seq)),
      binaryArray.date(accounts.map((row) => row.day)),
      binaryArray.bigint(accounts.map((row) => row.spent)),
      binaryArray.integer(oneIfSame(transactions.map((row) => row.tenant))),
      binaryArray.uuid(transactions.map((row) => row.id)),
      binaryArray.text(transactions.map((row) => row.reference)),
      binaryArray.text(oneIfSame(transactions.map((row) => row.kind))),
      binaryArray.uuid(oneIfSame(transactions.map((row) => row.batch))),
      binaryArray.bigint(oneIfSame(transactions.map((row) => row.source))),
      binaryArray.bigint(oneIfSame(transactions.map((row) => row.sourceSeq))),
      binaryArray.bigint(oneIfSame(transactions.map((row) => row.destination))),
      binaryArray.bigint(oneIfSame(transactions.map((row) => row.destinationSeq))),
      binaryArray.bigint(oneIfSame(transactions.map((row) => row.amount))),
      binaryArray.bigint(oneIfSame(transactions.map((row) => row.baseFee))),
      binaryArray.bigint(oneIfSame(transactions.map((row) => row.merchantFee))),
      binaryArray.text(oneIfSame(transactions.map((row) => row.description))),
      binaryArray.jsonb(oneIfSame(transactions.map((row) => row.metadata))),
      binaryArray.text(oneIfSame(transactions.map((row) => row.actor))),
      binaryArray.integer(oneIfSame(entries.map((row) => row.tenant))),
      binaryArray.bigint(entries.map((row) => row.account)),
      binaryArray.bigint(entries.map((row) => row.seq)),
      binaryArray.uuid(entries.map((row) => row.transaction)),
      binaryArray.bigint(entries.map((row) => row.delta)),
      binaryArray.bigint(entries.map((row) => row.balanceAfter)),
      journal.mac,
      journal.rowSums,
      binaryArray.text(oneIfSame(transactions.map((row) => row.narration))),
      binaryArray.text(oneIfSame(transactions.map((row) => row.note))),
      binaryArray.uuid(oneIfSame(transactions.map((row) => row.reversalOf))),
      traces && JSON.stringify(traces),
    ],
  };
}

export const writeMoneySql = `
with journal as (
  insert into journals (id, lane, kind, n, at, mac, row_sums)
  values ($1::bigint, $2::smallint, $3, cardinality($12::uuid[]), $4, $32, $33)
), balances as (
  update accounts a set balance = v.balance, seq = v.seq, day = v.day, spent = v.spent
  from unnest($5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::date[], $10::bigint[])
    as v (tenant, id, balance, seq, day, spent)
  where a.tenant = ${eachOrOne(5, "int", "tenant")} and a.id = v.id
), posted as (
  insert into transactions (tenant, id, journal, reference, kind, status, batch, source, source_seq, destination,
    destination_seq, amount, fee_base, fee_merchant, description, metadata, actor, at, narration, note, reversal_of)
  select ${eachOrOne(11, "int", "tenant")}, v.id, $1, v.reference, ${eachOrOne(14, "text", "kind")}, 'success',
    ${eachOrOne(15, "uuid", "batch")}, ${eachOrOne(16, "bigint", "source")}, ${eachOrOne(17, "bigint", "source_seq")},
    ${eachOrOne(18, "bigint", "destination")}, ${eachOrOne(19, "bigint", "destination_seq")},
    ${eachOrOne(20, "bigint", "amount")}, ${eachOrOne(21, "bigint", "fee_base")}, ${eachOrOne(22, "bigint", "fee_merchant")},
    ${eachOrOne(23, "text", "description")}, ${eachOrOne(24, "jsonb", "metadata")}, ${eachOrOne(25, "text", "actor")}, $4,
    ${eachOrOne(34, "text", "narration")}, ${eachOrOne(35, "text", "note")}, ${eachOrOne(36, "uuid", "reversal_of")}
  from unnest($11::int[], $12::uuid[], $13::text[], $14::text[], $15::uuid[], $16::bigint[], $17::bigint[], $18::bigint[],
    $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[], $23::text[], $24::jsonb[], $25::text[],
    $34::text[], $35::text[], $36::uuid[])
    as v (tenant, id, reference, kind, batch, source, source_seq, destination, destination_seq, amount, fee_base,
      fee_merchant, description, metadata, actor, narration, note, reversal_of)
), legs as (
  insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
  select ${eachOrOne(26, "int", "tenant")}, v.account, v.seq, $1, v.transaction, v.delta, v.balance_after, $4
  from unnest($26::int[], $27::bigint[], $28::bigint[], $29::uuid[], $30::bigint[], $31::bigint[])
    as v (tenant, account, seq, transaction, delta, balance_after)
)
insert into outbox (journal, kind, at, traces) values ($1, 'journal', $4, $37::jsonb)`;

function writeAnswers({ answers, at }: FlushRows): Statement {
  return {
    name: "ledger_write_answers",
    text: `insert into idempotency_keys (tenant, key, request_hash, status, headers, body, at)
      select v.*, $7 from unnest($1::int[], $2::text[], $3::bytea[], $4::smallint[], $5::jsonb[], $6::text[]) v`,
    values: [
      binaryArray.integer(answers.map((row) => row.tenant)),
      binaryArray.text(answers.map((row) => row.key)),
      binaryArray.bytea(answers.map((row) => row.requestHash)),
      binaryArray.smallint(answers.map((row) => row.status)),
      binaryArray.jsonb(answers.map((row) => row.headers)),
      binaryArray.text(answers.map((row) => row.body)),
      at,
    ],
  };
}
