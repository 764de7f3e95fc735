import { jsonArray, plainArray, textArray } from "../array-literal.ts";
import type { Queryable, Transaction } from "../pool.ts";

export type ItemStatus = "pending" | "accepted" | "rejected";

/**
 * An item of a batch as it is stored. Once accepted, `id` is the ID of its transaction; an accepted item of a file stays `pending`, and
 * lies before the next row of its batch (decision 0215). Amount in kobo.
 */
export type BatchItemRow = {
  row: number;
  id: string;
  status: ItemStatus;
  customerId: string | null;
  walletId: string | null;
  accountNumber: string | null;
  amount: bigint | null;
  reference: string | null;
  narration: string | null;
  note: string | null;
  reason: string | null;
  /** The stable code of the reason; decisions use it instead of the text. */
  reasonCode: string | null;
};

const columns = `row, id, status, customer_id as "customerId", wallet_id as "walletId", account_number as "accountNumber",
  amount, reference, narration, note, reason, reason_code as "reasonCode"`;

/** SQL conditions for rejected items, in the form of the index: all, those whose payment exists already, and the others. */
const REJECTED = {
  rejected: "reason is not null",
  duplicate: "reason is not null and reason_code = 'already_paid'",
  failed: "reason is not null and reason_code is distinct from 'already_paid'",
} as const;
const IS_REJECTED = REJECTED.rejected;

/** Pending and accepted items differ by where they lie. */
const CONDITIONS = { pending: "reason is null", accepted: "reason is null", ...REJECTED } as const;
const PAST_ALL_ROWS = 2 ** 31;

/** The accepted items of batch `b`, as `i`. */
export const isAcceptedItem = "i.reason is null and i.row < b.next_row";

/** A status, or a part of the rejected items. */
export type ItemFilter = keyof typeof CONDITIONS;

/** The rows among which items of a status lie. `nextRow` is the first row of the batch that is not decided. */
function rangeOf(status: ItemFilter | undefined, nextRow: number): { from: number; before: number } {
  return { from: status === "pending" ? nextRow : 1, before: status === "accepted" ? nextRow : PAST_ALL_ROWS };
}

function isPartOfRejected(filter: ItemFilter): filter is keyof typeof REJECTED {
  return Object.hasOwn(REJECTED, filter);
}

/** Inserts items of a batch. `cells` are the original cells of the file. */
export async function insertBatchItems(
  tx: Queryable | Transaction,
  tenant: number,
  batch: string,
  items: readonly (BatchItemRow & { cells: readonly string[] | null })[],
): Promise<void> {
  await tx.query({
    name: "insert-batch-items",
    text: `insert into batch_items (tenant, batch, row, id, status, customer_id, wallet_id, account_number, amount, reference,
        narration, note, reason, reason_code, cells)
      select $1, $2, * from unnest($3::int[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::text[], $9::bigint[],
        $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::json[])`,
    values: [
      tenant,
      batch,
      plainArray(items.map((item) => item.row)),
      plainArray(items.map((item) => item.id)),
      plainArray(items.map((item) => item.status)),
      plainArray(items.map((item) => item.customerId)),
      plainArray(items.map((item) => item.walletId)),
      textArray(items.map((item) => item.accountNumber)),
      plainArray(items.map((item) => item.amount)),
      textArray(items.map((item) => item.reference)),
      textArray(items.map((item) => item.narration)),
      textArray(items.map((item) => item.note)),
      textArray(items.map((item) => item.reason)),
      textArray(items.map((item) => item.reasonCode)),
      jsonArray(items.map((item) => item.cells)),
    ],
  });
}

/** Returns pending items from `fromRow` on, in order, at most `limit`. */
export async function findPendingItems(
  db: Queryable,
  tenant: number,
  batch: string,
  part: { fromRow: number; limit: number },
): Promise<BatchItemRow[]> {
  const { rows } = await db.query<BatchItemRow>({
    name: "find-pending-items",
    text: `select ${columns} from batch_items
      where tenant = $1 and batch = $2 and row >= $3 and status = 'pending' order by row limit $4`,
    values: [tenant, batch, part.fromRow, part.limit],
  });
  return rows;
}

/**
 * Returns a page of a batch's items, in order. The statement does not read the previous pages: rows are numbered from 1
 * without gaps, and an index counts rejected rows.
 */
export async function findBatchItems(
  db: Queryable,
  tenant: number,
  { id, nextRow }: { id: string; nextRow: number },
  { status, limit, offset }: { status?: ItemFilter | undefined; limit: number; offset: number },
): Promise<BatchItemRow[]> {
  const items = `select ${columns} from batch_items where tenant = $1 and batch = $2`;
  const read = async (sql: string, ...more: number[]) =>
    (await db.query<BatchItemRow>(`${items} ${sql}`, [tenant, id, limit, offset, ...more])).rows;

  if (status === undefined) return await read("and row > $4::bigint and row <= $4::bigint + $3::bigint order by row");
  if (isPartOfRejected(status)) {
    // The index counts the skipped rows; the table is not read.
    const rows = `select row from batch_items where tenant = $1 and batch = $2 and ${REJECTED[status]} order by row limit $3 offset $4`;
    return await read(`and row = any(array(${rows})) order by row`);
  }
  // Only rejected rows lie between them.
  const { from, before } = rangeOf(status, nextRow);
  return await read(
    `and row >= $5::bigint + $4::bigint and row < $6::bigint and ${CONDITIONS[status]} order by row limit $3 offset (
       select count(*) from batch_items
       where tenant = $1 and batch = $2 and ${IS_REJECTED} and row >= $5::bigint and row < $5::bigint + $4::bigint)`,
    from,
    before,
  );
}

/** Returns all items of several batches, in order. For batches of few items. */
export async function findItemsOfBatches(
  db: Queryable,
  tenant: number,
  batches: readonly string[],
): Promise<(BatchItemRow & { batch: string })[]> {
  const { rows } = await db.query<BatchItemRow & { batch: string }>(
    `select batch, ${columns} from batch_items where tenant = $1 and batch = any($2::uuid[]) order by batch, row`,
    [tenant, batches],
  );
  return rows;
}

export type ItemWithCells = BatchItemRow & { cells: string[] | null };

/** Returns the next items after a row, with the cells of the file. */
export async function findItemsAfter(
  db: Queryable,
  tenant: number,
  { id, nextRow }: { id: string; nextRow: number },
  { status, after, limit }: { status?: ItemFilter | undefined; after: number; limit: number },
): Promise<ItemWithCells[]> {
  const isWanted = status === undefined ? "" : `and ${CONDITIONS[status]}`;
  const { from, before } = rangeOf(status, nextRow);
  const { rows } = await db.query<ItemWithCells>(
    `select ${columns}, cells from batch_items
     where tenant = $1 and batch = $2 and row >= $3 and row < $5::bigint ${isWanted} order by row limit $4`,
    [tenant, id, Math.max(after + 1, from), limit, before],
  );
  return rows;
}

export type ItemReference = Pick<BatchItemRow, "row" | "id" | "status" | "reference"> & { batch: string };

/** Returns the references of the first `limit` items of each batch, in order. */
export async function findReferencesOfBatches(
  db: Queryable,
  tenant: number,
  batches: readonly string[],
  limit: number,
): Promise<ItemReference[]> {
  const { rows } = await db.query<ItemReference>(
    `select i.batch, i.row, i.id, i.status, i.reference
     from unnest($2::uuid[]) as wanted (batch)
     join batch_items i on i.tenant = $1 and i.batch = wanted.batch and i.row <= $3
     order by i.batch, i.row`,
    [tenant, batches, limit],
  );
  return rows;
}

/** A batch that paid duplicates of `batch` before it. */
export type PayingBatch = { batch: string; id: string; reference: string; at: Date };

/** Returns for each batch those that paid its duplicates, the one with the most first. Reads the first 200 duplicates of each. */
export async function findPayingBatches(
  db: Queryable,
  tenant: number,
  batches: readonly string[],
): Promise<PayingBatch[]> {
  if (batches.length === 0) return [];
  // A join would compare each duplicate with all transactions of a merchant that the statistics do not know yet (decision 0203).
  // Not null: "batch", "reference". Only wanted batches are returned, and only a batch that is being received lacks a reference.
  const { rows } = await db.query<PayingBatch>(
    `select wanted.id as batch, b.id, b.reference, min(t.at) as at
     from unnest($2::uuid[]) as wanted (id)
     cross join lateral (select i.tenant, i.reference from batch_items i
       where i.tenant = $1 and i.batch = wanted.id and ${REJECTED.duplicate} order by i.row limit 200) as duplicate
     cross join lateral (select tenant, batch, at from transactions
       where tenant = duplicate.tenant and reference = duplicate.reference and status = 'success' limit 1) as t
     cross join lateral (select id, reference from batches where tenant = t.tenant and id = t.batch limit 1) as b
     group by wanted.id, b.id, b.reference order by count(*) desc, b.id desc`,
    [tenant, batches],
  );
  return rows;
}
