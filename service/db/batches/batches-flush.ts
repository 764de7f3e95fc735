import { binaryArray } from "../array-binary.ts";
import { arrays, oneForAll, oneIfSame } from "../array-literal.ts";
import type { Statement } from "../statement.ts";
import { isNotReversed } from "../transactions/reversals.ts";

/**
 * A decided item; `reason` says why it was rejected. `reference_exists` is stored as `already_paid` where the same payment used the
 * reference and was not taken back (decision 0098). Kobo.
 */
export type DecidedItemRow = {
  row: number;
  id: string;
  customerId: string | null;
  walletId: string | null;
  amount: bigint;
  reference: string;
  narration: string | null;
  note: string | null;
  reason: string | null;
  reasonCode: string | null;
};
/** A batch that is inserted together with its postings. `amount`: the sum of its items, in kobo. */
export type NewBatch = { reference: string; amount: bigint; actor: string };

/**
 * The progress of a batch in one flush: rows from `fromRow` to before `toRow` are decided. The flush succeeds only
 * where `fromRow` is the batch's next row, so that no row is decided twice. A new batch brings its record.
 */
type BatchStep = {
  tenant: number;
  id: string;
  operation: "credit" | "debit";
  /** The ID of the customer who pays all items; null where the merchant does. */
  payer: string | null;
  fromRow: number;
  toRow: number;
  items: readonly DecidedItemRow[];
  /** Those that are not stored yet, or not as they were decided. */
  unwritten: readonly DecidedItemRow[];
  created: NewBatch | null;
};

/**
 * Returns the statements that a batch adds to the commit of its money: its record and all items, or its progress. Kobo.
 */
export function writeBatchStep(step: BatchStep, at: Date): Statement[] {
  return [step.created ? insertBatch(step, step.created, at) : advanceBatch(step, at)];
}

const ITEM_COLUMNS = "tenant, batch, row, id, status, customer_id, wallet_id, amount, reference, reason, reason_code";
const STATUS = "case when i.reason is null then 'accepted' else 'rejected' end as status";

// A column with equal values in all items is sent once.
/** Items as `i`, from eight arrays; `texts` is the place of two more. */
const items = (from: number, texts?: number) => `(
      select v.row, v.id, v.customer_id, v.wallet_id, ${oneForAll(from + 4, "bigint", "amount")} as amount, v.reference,
        ${oneForAll(from + 6, "text", "reason")} as reason, ${oneForAll(from + 7, "text", "code")} as code${
          texts
            ? `, ${oneForAll(texts, "text", "narration")} as narration, ${oneForAll(texts + 1, "text", "note")} as note`
            : ""
        }
      from (select ${[
        arrays(from, { row: "int", id: "uuid", customer_id: "uuid", wallet_id: "uuid" }),
        arrays(from + 4, { amount: "bigint", reference: "text", reason: "text", code: "text" }),
        ...(texts ? [arrays(texts, { narration: "text", note: "text" })] : []),
      ].join(", ")}) v
    ) i`;

/**
 * Returns the statement that stores the items of a new batch before they are decided, each without a reason as accepted. Kobo. The step
 * then writes only those that the ledger refused. Decision 0217.
 */
export function writeItems({ tenant, id, items: all }: Pick<BatchStep, "tenant" | "id" | "items">): Statement {
  return {
    name: "batches_write_items",
    text: `insert into batch_items (${ITEM_COLUMNS}, narration, note)
      select $1, $2, i.row, i.id, ${STATUS}, i.customer_id, i.wallet_id, i.amount, i.reference, i.reason, i.code, i.narration, i.note
      from ${items(3, 11)}`,
    values: [tenant, id, ...itemArrays(all), ...textArrays(all)],
  };
}

// A scalar subquery, because PostgreSQL may answer `exists` with a hash of all transactions. A simple `case`, because `null and …`
// would look up the reference of every accepted item.
const decided = (payer: string, texts?: number) => `decided as (
    select i.*, ${STATUS},
      case i.code when 'reference_exists' then coalesce((
        select 'already_paid' from transactions t join wallets w on w.tenant = t.tenant and w.id = i.wallet_id
        where t.tenant = $1 and t.reference = i.reference and t.status = 'success' and t.amount = i.amount
          and t.kind = case when ${payer}::uuid is null then $3 else 'transfer' end
          and (${payer}::uuid is null
            or t.source = (select p.account_id from wallets p where p.tenant = $1 and p.customer_id = ${payer}::uuid))
          and w.account_id = case $3 when 'credit' then t.destination else t.source end
          and ${isNotReversed("t.tenant", "t.id")}
      ), i.code) else i.code end as reason_code
    from ${items(4, texts)}
  )`;
// A file's texts were stored when it arrived, so only a new batch sends them.
const DECIDED = decided("$17");
const DECIDED_WITH_TEXTS = decided("$21", 19);
const DUPLICATES = "(select count(*) from decided where reason_code = 'already_paid')";
// Each insert of an item that exists conflicts and finds its row by key; an update from a list could scan all items for each row.
const inserted = (texts: string) => `insert into batch_items (${ITEM_COLUMNS}${texts})
    select $1, $2, row, id, status, customer_id, wallet_id, amount, reference, reason, reason_code${texts} from decided
    on conflict (tenant, batch, row) do update set status = excluded.status, reason = excluded.reason,
      reason_code = excluded.reason_code, reference = excluded.reference, customer_id = excluded.customer_id, wallet_id = excluded.wallet_id`;

function insertBatch(step: BatchStep, created: NewBatch, at: Date): Statement {
  const { accepted, rejected } = countsOf(step);
  return {
    name: "batches_insert_done",
    text: `with ${DECIDED_WITH_TEXTS}, created as (
        insert into batches (tenant, id, reference, operation, origin, status, total, accepted, rejected, duplicates, amount,
          actor, next_row, payer, created_at, started_at, finished_at, touched_at)
        values ($1, $2, $12, $3, 'json', case when $14::int = 0 then 'completed' when $13::int = 0 then 'failed'
          else 'partially_completed' end, $13::int + $14::int, $13, $14, ${DUPLICATES}, $15, $16, $17, $21, $18, $18, $18, $18)
      ), published as (
        insert into outbox (tenant, kind, object_id, at) values ($1, 'batch.completed', $2, $18)
      )
      ${inserted(", narration, note")}`,
    values: [
      step.tenant,
      step.id,
      step.operation,
      ...itemArrays(step.unwritten),
      created.reference,
      accepted,
      rejected,
      created.amount,
      created.actor,
      step.toRow,
      at,
      ...textArrays(step.unwritten),
      step.payer,
    ],
  };
}

// Where the batch is not at the expected row, the statement divides by zero, and the money rolls back with it. The
// progress says that the items that are not refused were accepted (decision 0215).
function advanceBatch(step: BatchStep, at: Date): Statement {
  const { accepted, rejected } = countsOf(step);
  return {
    name: "batches_advance",
    text: `with ${DECIDED}, advanced as (
        update batches set accepted = accepted + $14, rejected = rejected + $15, duplicates = duplicates + ${DUPLICATES},
          next_row = $13, leased_until = null, started_at = coalesce(started_at, $16), touched_at = $16, served_at = $16,
          finished_at = case when $13 > total then $16::timestamptz end,
          status = case when $13 <= total then 'processing' when accepted + $14 = total then 'completed'
            when accepted + $14 = 0 then 'failed' else 'partially_completed' end
        where tenant = $1 and id = $2 and next_row = $12 and status in ('processing', 'awaiting_approval')
        returning id, finished_at
      ), published as (
        insert into outbox (tenant, kind, object_id, at)
        select $1, 'batch.completed', id, $16 from advanced where finished_at is not null
      ), written as (
        ${inserted("")}
      )
      select 1 / count(*) from advanced`,
    values: [
      step.tenant,
      step.id,
      step.operation,
      ...itemArrays(step.unwritten),
      step.fromRow,
      step.toRow,
      accepted,
      rejected,
      at,
      step.payer,
    ],
  };
}

function itemArrays(items: readonly DecidedItemRow[]) {
  return [
    binaryArray.integer(items.map((item) => item.row)),
    binaryArray.uuid(items.map((item) => item.id)),
    binaryArray.uuid(items.map((item) => item.customerId)),
    binaryArray.uuid(items.map((item) => item.walletId)),
    binaryArray.bigint(oneIfSame(items.map((item) => item.amount))),
    binaryArray.text(items.map((item) => item.reference)),
    binaryArray.text(oneIfSame(items.map((item) => item.reason))),
    binaryArray.text(oneIfSame(items.map((item) => item.reasonCode))),
  ] as const;
}

function textArrays(items: readonly DecidedItemRow[]) {
  return [
    binaryArray.text(oneIfSame(items.map((item) => item.narration))),
    binaryArray.text(oneIfSame(items.map((item) => item.note))),
  ] as const;
}

function countsOf({ items }: BatchStep): { accepted: number; rejected: number } {
  const rejected = items.filter((item) => item.reason !== null).length;
  return { accepted: items.length - rejected, rejected };
}
