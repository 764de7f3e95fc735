import type { FoundRecord } from "../../contract/search.ts";
import type { Queryable } from "./pool.ts";

export type FoundRecordRow = Pick<FoundRecord, "kind" | "id" | "reference" | "label" | "status"> & {
  amount: bigint | null;
  at: Date;
};

const LIMIT = 5;
/** No character of a reference is larger. */
const LAST = "\u{10ffff}";

/**
 * Returns the tenant's records with this ID, with this reference, or (transactions and approvals) with a reference that begins with it,
 * at most five of each kind. Every branch reads by an index. Does not lock.
 */
export async function findRecords(
  db: Queryable,
  tenant: number,
  by: { id: string | null; reference: string },
  may: { transactions: boolean; webhooks: boolean },
): Promise<FoundRecordRow[]> {
  // Not null: "label". Only a batch that is being received has no operation (batches_check).
  const { rows } = await db.query<FoundRecordRow>(findRecordsSql, [
    tenant,
    by.id,
    by.reference,
    `${by.reference}${LAST}`,
    may.transactions,
    may.webhooks,
  ]);
  return rows;
}

const approval = "'approval' as kind, id, reference, kind as label, status, amount, created_at as at from approvals";
const transaction = "'transaction' as kind, id, reference, kind as label, status, amount, at from transactions";

export const findRecordsSql = `
(select ${transaction} where tenant = $1 and $5 and id = $2::uuid)
union all (select ${transaction}
  where tenant = $1 and $5 and status = 'success' and kind not in ('bank_booking', 'card_booking', 'card_account_hold') and reference ~>=~ $3 and reference ~<=~ $4 and id is distinct from $2::uuid limit ${LIMIT})
union all (select 'payout', id, reference, 'payout', state, amount, created_at from payouts where tenant = $1 and $5 and id = $2::uuid)
union all (select 'payout', id, reference, 'payout', state, amount, created_at from payouts where tenant = $1 and $5 and reference = $3)
union all (select 'batch', id, reference, operation, status, amount, created_at from batches
  where tenant = $1 and $5 and id = $2::uuid and status <> 'receiving')
union all (select 'batch', id, reference, operation, status, amount, created_at from batches
  where tenant = $1 and $5 and reference = $3 and status <> 'receiving')
union all (select ${approval} where tenant = $1 and $5 and id = $2::uuid)
union all (select ${approval}
  where tenant = $1 and $5 and reference ~>=~ $3 and reference ~<=~ $4 and id is distinct from $2::uuid limit ${LIMIT})
union all (select 'delivery', id, null, event_type, status, null, created_at from webhook_deliveries
  where tenant = $1 and $6 and id = $2::uuid and kind = 'subscription')`;
