import { isAcceptedItem } from "../batches/batch-items.ts";
import type { Queryable } from "../pool.ts";
import type { TransactionKind } from "./transaction-line.ts";

/** A transaction as its reversal needs it. `reversal` and `pending` are the IDs of its reversal and of the request for one. Kobo. */
export type ReversibleRow = {
  id: string;
  reference: string;
  kind: TransactionKind;
  status: "success" | "failed" | "pending";
  source: bigint;
  destination: bigint;
  amount: bigint;
  reversalOf: string | null;
  reversal: string | null;
  pending: string | null;
  at: Date;
};

/** Returns a transaction of the tenant with its reversal. */
export async function findReversible(db: Queryable, tenant: number, id: string): Promise<ReversibleRow | undefined> {
  const { rows } = await db.query<ReversibleRow>({
    name: "find-reversible",
    text: `select t.id, t.reference, t.kind, t.status, t.source, t.destination, t.amount, t.reversal_of as "reversalOf", t.at,
        (select r.id from transactions r where r.tenant = t.tenant and r.reversal_of = t.id and r.status = 'success') as reversal,
        (select a.id from approvals a where a.tenant = t.tenant and a.kind = 'reversal' and a.status = 'PENDING'
           and a.request ->> 'transactionId' = t.id::text) as pending
      from transactions t where t.tenant = $1 and t.id = $2`,
    values: [tenant, id],
  });
  return rows[0];
}

/** An accepted item of a batch whose transaction was not taken back. Kobo. */
export type ReversibleItem = {
  id: string;
  reference: string;
  customerId: string | null;
  source: bigint;
  destination: bigint;
  amount: bigint;
  at: Date;
};

/**
 * The condition that the transaction with this ID, of this tenant, was not taken back. A scalar subquery with `limit 1`, because a join could
 * compare each transaction with all of a merchant that the statistics do not know yet (decision 0203).
 */
export const isNotReversed = (tenant: string, id: string) => `(select true from transactions r
    where r.tenant = ${tenant} and r.reversal_of = ${id} and r.status = 'success' limit 1) is null`;

const isItemNotReversed = isNotReversed("i.tenant", "i.id");

/** Returns the first `limit` items of a batch that moved money which was not taken back, in order. */
export async function findReversibleItems(
  db: Queryable,
  tenant: number,
  batch: string,
  limit: number,
): Promise<ReversibleItem[]> {
  const { rows } = await db.query<ReversibleItem>({
    name: "find-reversible-items",
    text: `select t.id, t.reference,
        coalesce(i.customer_id, (select w.customer_id from wallets w where w.tenant = i.tenant
          and w.account_id = case b.operation when 'credit' then t.destination else t.source end)) as "customerId",
        t.source, t.destination, t.amount, t.at
      from batches b join batch_items i on i.tenant = b.tenant and i.batch = b.id cross join lateral (
        select id, reference, source, destination, amount, at from transactions
        where tenant = i.tenant and id = i.id and status = 'success' limit 1
      ) t
      where b.tenant = $1 and b.id = $2 and ${isAcceptedItem} and ${isItemNotReversed}
      order by i.row limit $3`,
    values: [tenant, batch, limit],
  });
  return rows;
}

/** Returns those of the batches whose accepted items were all taken back; not those without any. */
export async function findReversedBatches(
  db: Queryable,
  tenant: number,
  batches: readonly string[],
): Promise<Set<string>> {
  // Items are taken back from the first row on, so the last row tells most.
  const { rows } = await db.query<{ id: string }>({
    name: "find-reversed-batches",
    text: `select b.id from batches b where b.tenant = $1 and b.id = any($2::uuid[]) and b.accepted > 0
        and (select true from batch_items i where i.tenant = b.tenant and i.batch = b.id and ${isAcceptedItem} and ${isItemNotReversed}
          order by i.row desc limit 1) is null`,
    values: [tenant, batches],
  });
  return new Set(rows.map(({ id }) => id));
}
