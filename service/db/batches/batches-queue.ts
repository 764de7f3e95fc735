import type { TenantRow } from "../merchant/tenants.ts";
import type { Queryable } from "../pool.ts";
import type { Operation } from "./batches.ts";

/** A batch whose next chunk a worker has claimed. */
export type ClaimedBatch = {
  id: string;
  reference: string;
  operation: Operation;
  total: number;
  nextRow: number;
  actor: string;
  tenant: TenantRow;
};

/**
 * Claims the next chunk of a batch for one worker until `until`, and starts the batch. The merchant that was served
 * longest ago comes first, then that merchant's oldest batch: a batch of a million rows does not delay the small
 * batches of others. Batches of suspended merchants wait, and all wait during an emergency freeze.
 */
export async function claimBatch(db: Queryable, at: Date, until: Date): Promise<ClaimedBatch | undefined> {
  // Not null: "reference", "operation". Only a batch that is being received lacks them (batches_check).
  const { rows } = await db.query<ClaimedBatch>({
    name: "claim-batch",
    text: `with next as (
        select b.tenant, b.id from batches b
        where b.status in ('pending', 'processing') and (b.leased_until is null or b.leased_until <= $1)
          and not exists (
            select from tenants o join merchants m on m.id = o.merchant_id join tenant_settings s on s.tenant = o.id
            where o.id = b.tenant and (m.suspended_at is not null or s.wallets_frozen_at is not null)
          )
        order by (
          select max(s.served_at) from batches s where s.tenant = b.tenant and s.served_at is not null
        ) nulls first, b.created_at, b.id
        limit 1 for update skip locked
      )
      update batches b set status = 'processing', started_at = coalesce(b.started_at, $1), served_at = $1,
        touched_at = $1, leased_until = $2
      from next n join tenants t on t.id = n.tenant
      where b.tenant = n.tenant and b.id = n.id
      returning b.id, b.reference, b.operation, b.total, b.next_row as "nextRow", b.actor,
        json_build_object('id', t.id, 'merchantId', t.merchant_id, 'mode', t.mode) as tenant`,
    values: [at, until],
  });
  return rows[0];
}
