import type { Queryable, Transaction } from "../pool.ts";
import type { BatchStatus, Operation } from "./batches.ts";

/** Inserts the batch under which an upload is staged. */
export async function insertReceivingBatch(
  db: Queryable,
  tenant: number,
  batch: { id: string; columns: readonly string[]; actor: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into batches (tenant, id, origin, status, header, actor, created_at, touched_at)
     values ($1, $2, 'upload', 'receiving', $3, $4, $5, $5)`,
    [tenant, batch.id, JSON.stringify(batch.columns), batch.actor, batch.at],
  );
}

/** Records that an upload still arrives, so that it does not count as abandoned. */
export async function touchReceivingBatch(db: Queryable, tenant: number, id: string, at: Date): Promise<void> {
  await db.query("update batches set touched_at = $3 where tenant = $1 and id = $2", [tenant, id, at]);
}

/** Returns how many of the tenant's uploads are awaiting approval, pending or processing, at most `limit`. */
export async function countWaitingUploads(db: Queryable, tenant: number, limit: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int from (
       select from batches
       where tenant = $1 and origin = 'upload' and status in ('awaiting_approval', 'pending', 'processing') limit $2) waiting`,
    [tenant, limit],
  );
  return rows[0]?.count ?? 0;
}

export type AcceptedUpload = {
  reference: string;
  operation: Operation;
  status: Extract<BatchStatus, "awaiting_approval" | "pending" | "failed">;
  total: number;
  rejected: number;
  amount: bigint;
  approval: string | null;
  fileName: string | null;
  at: Date;
};

/**
 * Turns a staged upload into a batch. Returns false where the upload is gone. A duplicate reference is a unique
 * violation.
 */
export async function acceptReceivingBatch(
  tx: Transaction,
  tenant: number,
  id: string,
  batch: AcceptedUpload,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update batches set reference = $3, operation = $4, status = $5, total = $6, rejected = $7, amount = $8, approval = $9,
       file_name = $11, created_at = $10, touched_at = $10, finished_at = case when $5 = 'failed' then $10::timestamptz end
     where tenant = $1 and id = $2 and status = 'receiving'`,
    [
      tenant,
      id,
      batch.reference,
      batch.operation,
      batch.status,
      batch.total,
      batch.rejected,
      batch.amount,
      batch.approval,
      batch.at,
      batch.fileName,
    ],
  );
  return rowCount === 1;
}

const ITEMS_PER_STEP = 20_000;

/**
 * Deletes a staged upload, unless it has become a batch: each step waits for a commit whose connection was lost while it made one. Deletes in
 * steps, since a file may have millions of rows.
 */
export async function deleteReceivingBatch(db: Queryable, tenant: number, id: string): Promise<void> {
  let deleted = ITEMS_PER_STEP;
  while (deleted === ITEMS_PER_STEP) {
    const { rowCount } = await db.query(
      `with receiving as materialized (
         select tenant, id from batches where tenant = $1 and id = $2 and status = 'receiving' for update
       )
       delete from batch_items where ctid = any (array(
         select i.ctid from receiving b join batch_items i on i.tenant = b.tenant and i.batch = b.id limit ${ITEMS_PER_STEP}))`,
      [tenant, id],
    );
    deleted = rowCount ?? 0;
  }
  await db.query("delete from batches where tenant = $1 and id = $2 and status = 'receiving'", [tenant, id]);
}

/** Returns the uploads that have received nothing since `before`. */
export async function findAbandonedBatches(db: Queryable, before: Date): Promise<{ tenant: number; id: string }[]> {
  const { rows } = await db.query<{ tenant: number; id: string }>(
    "select tenant, id from batches where status = 'receiving' and touched_at < $1 order by touched_at limit 100",
    [before],
  );
  return rows;
}
