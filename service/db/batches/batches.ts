import type { Queryable, Transaction } from "../pool.ts";

export type Operation = "credit" | "debit";
type BatchOrigin = "json" | "upload";
export type BatchStatus =
  | "awaiting_approval"
  | "pending"
  | "processing"
  | "completed"
  | "partially_completed"
  | "failed"
  | "cancelled"
  | "declined";

/** A batch that is completely received. `duplicates`: the rejected items whose payment exists already. `amount`: the sum of its items, in kobo. */
export type BatchRow = {
  id: string;
  reference: string;
  operation: Operation;
  origin: BatchOrigin;
  status: BatchStatus;
  total: number;
  accepted: number;
  rejected: number;
  duplicates: number;
  amount: bigint;
  header: string[] | null;
  /** The first row that is not decided. */
  nextRow: number;
  actor: string;
  /** The ID of the customer who pays all items; null where the merchant does. */
  payer: string | null;
  approval: string | null;
  /** Declined by its own sender. */
  withdrawn: boolean;
  fileName: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

const columns = `id, reference, operation, origin, status, total, accepted, rejected, duplicates, amount, header, actor, payer, approval,
  next_row as "nextRow", file_name as "fileName", withdrawn, created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

/** Returns one batch of the tenant by ID or reference; does not lock. */
export async function findBatch(
  db: Queryable,
  tenant: number,
  by: { id?: string | undefined; reference?: string | undefined },
): Promise<BatchRow | undefined> {
  // Not null: "reference", "operation". Only a batch that is being received lacks them (batches_check).
  // Narrowed: "status". A batch that is being received is left out.
  const { rows } = await db.query<BatchRow>(
    `select ${columns} from batches
     where tenant = $1 and status <> 'receiving' and ($2::uuid is null or id = $2) and ($3::text is null or reference = $3)
       and ($2::uuid is not null or $3::text is not null)`,
    [tenant, by.id ?? null, by.reference ?? null],
  );
  return rows[0];
}

export type BatchFilter = {
  operation?: Operation | undefined;
  status?: BatchStatus | undefined;
  origin?: BatchOrigin | undefined;
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Returns a page of the tenant's batches, newest first, and the number of all matches. */
export async function findBatches(
  db: Queryable,
  tenant: number,
  filter: BatchFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: BatchRow[]; total: number }> {
  const { operation, status, origin, search, from, to } = filter;
  const values = [tenant, operation ?? null, status ?? null, search ?? null, from ?? null, to ?? null, origin ?? null];
  const matching = `from batches where tenant = $1 and status <> 'receiving' and ($2::text is null or operation = $2)
    and ($3::text is null or status = $3) and ($4::text is null or starts_with(reference, $4))
    and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at <= $6)
    and ($7::text is null or origin = $7)`;
  const counted = await db.query<{ total: number }>(`select count(*)::int as total ${matching}`, values);
  // Not null: "reference", "operation". Only a batch that is being received lacks them (batches_check).
  // Narrowed: "status". A batch that is being received is left out.
  const { rows } = await db.query<BatchRow>(
    `select ${columns} ${matching} order by created_at desc, id desc limit $8 offset $9`,
    [...values, page.limit, page.offset],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export type NewBatchRow = {
  id: string;
  reference: string;
  operation: Operation;
  payer: string | null;
  actor: string;
  at: Date;
};

/** Inserts a JSON batch that awaits approval. Its items follow in the same transaction. */
export async function insertWaitingBatch(
  tx: Transaction,
  tenant: number,
  batch: NewBatchRow & { approval: string; total: number; rejected: number; amount: bigint },
): Promise<void> {
  await tx.query(
    `insert into batches (tenant, id, reference, operation, origin, status, total, rejected, amount, actor, approval,
       created_at, touched_at, payer)
     values ($1, $2, $3, $4, 'json', 'awaiting_approval', $5, $6, $7, $8, $9, $10, $10, $11)`,
    [
      tenant,
      batch.id,
      batch.reference,
      batch.operation,
      batch.total,
      batch.rejected,
      batch.amount,
      batch.actor,
      batch.approval,
      batch.at,
      batch.payer,
    ],
  );
}

/**
 * Cancels a batch that has not started. Returns its previous status; undefined where the batch has started or does not
 * exist.
 */
export async function cancelBatchRow(
  tx: Transaction,
  tenant: number,
  id: string,
  at: Date,
): Promise<BatchStatus | undefined> {
  // Narrowed: "status". A batch that is being received is left out.
  const { rows } = await tx.query<{ status: BatchStatus }>(
    `update batches b set status = 'cancelled', finished_at = $3, touched_at = $3
     from (select tenant, id, status from batches where tenant = $1 and id = $2 for update) before
     where b.tenant = before.tenant and b.id = before.id and before.status in ('awaiting_approval', 'pending')
     returning before.status`,
    [tenant, id, at],
  );
  return rows[0]?.status;
}
