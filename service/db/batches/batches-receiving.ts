import type { Queryable, Transaction } from "../pool.ts";
import type { BatchStatus, Operation } from "./batches.ts";

/** Opens the place where a file is laid aside while it arrives. */
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

/** Notes that a file still arrives, so that it is not taken for one that was cut off. */
export async function touchReceivingBatch(db: Queryable, tenant: number, id: string, at: Date): Promise<void> {
  await db.query("update batches set touched_at = $3 where tenant = $1 and id = $2", [tenant, id, at]);
}

/** How many of the tenant's files wait to be approved or paid, or are being paid; `most` at the most. */
export async function countWaitingUploads(db: Queryable, tenant: number, most: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int from (
       select from batches
       where tenant = $1 and origin = 'upload' and status in ('awaiting_approval', 'pending', 'processing') limit $2) waiting`,
    [tenant, most],
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
  at: Date;
};

/** Makes what was laid aside a batch. False where it is gone. A reference that another batch has is a unique violation. */
export async function acceptReceivingBatch(
  tx: Transaction,
  tenant: number,
  id: string,
  batch: AcceptedUpload,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update batches set reference = $3, operation = $4, status = $5, total = $6, rejected = $7, amount = $8, approval = $9,
       created_at = $10, touched_at = $10, finished_at = case when $5 = 'failed' then $10::timestamptz end
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
    ],
  );
  return rowCount === 1;
}

const ITEMS_AT_ONCE = 20_000;

/** Removes what was laid aside, unless it has become a batch: part by part, since a file may hold millions of rows. */
export async function deleteReceivingBatch(db: Queryable, tenant: number, id: string): Promise<void> {
  let deleted = ITEMS_AT_ONCE;
  while (deleted === ITEMS_AT_ONCE) {
    const { rowCount } = await db.query(
      `delete from batch_items where ctid = any (array(
         select i.ctid from batch_items i join batches b on b.tenant = i.tenant and b.id = i.batch
         where i.tenant = $1 and i.batch = $2 and b.status = 'receiving' limit ${ITEMS_AT_ONCE}))`,
      [tenant, id],
    );
    deleted = rowCount ?? 0;
  }
  await db.query("delete from batches where tenant = $1 and id = $2 and status = 'receiving'", [tenant, id]);
}

/** Files of which nothing has arrived since `before`. */
export async function findAbandonedBatches(db: Queryable, before: Date): Promise<{ tenant: number; id: string }[]> {
  const { rows } = await db.query<{ tenant: number; id: string }>(
    "select tenant, id from batches where status = 'receiving' and touched_at < $1 order by touched_at limit 100",
    [before],
  );
  return rows;
}
