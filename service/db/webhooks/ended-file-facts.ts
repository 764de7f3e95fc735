import { isAcceptedItem } from "../batches/batch-items.ts";
import type { BatchRow } from "../batches/batches.ts";
import type { Transaction } from "../pool.ts";
import type { WalletImportRow } from "../wallets/wallet-imports.ts";
import { keysOf, type ObjectKey } from "./event-facts.ts";

/** A batch of credits or debits that has ended. `amount`: the sum of its accepted items, in kobo. */
export type BatchFact = Pick<
  BatchRow,
  "id" | "reference" | "origin" | "total" | "accepted" | "rejected" | "duplicates" | "amount"
> & { tenant: number; operation: BatchRow["operation"] | "payout"; status: EndedStatus };

type EndedStatus = "completed" | "partially_completed" | "failed";

/** Returns ended batches by ID, with the sum of their accepted items. Those of payouts count what the banks paid. */
export async function findBatchFacts(tx: Transaction, ids: readonly ObjectKey[]): Promise<BatchFact[]> {
  if (ids.length === 0) return [];
  // Not null: "reference", "operation". Only a batch that is being received lacks them (batches_check).
  const { rows } = await tx.query<BatchFact>({
    name: "find-batch-facts",
    text: `select b.tenant, b.id, b.reference, b.operation, b.origin, b.status, b.total, b.accepted, b.rejected, b.duplicates,
        paid.amount
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join batches b on b.tenant = wanted.tenant and b.id = wanted.id
      cross join lateral (select coalesce(sum(i.amount), 0)::bigint as amount from batch_items i
        where i.tenant = b.tenant and i.batch = b.id and ${isAcceptedItem}) paid
      union all
      select b.tenant, b.id, b.reference, 'payout', case when b.file_name is null then 'json' else 'upload' end,
        case paid.n when b.total then 'completed' when 0 then 'failed' else 'partially_completed' end, b.total, paid.n,
        b.total - paid.n, 0, paid.amount
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join payout_batches b on b.tenant = wanted.tenant and b.id = wanted.id
      cross join lateral (select count(*)::int as n, coalesce(sum(i.amount), 0)::bigint as amount
        from payout_batch_items i left join payouts p on p.tenant = i.tenant and p.id = i.id
        where i.tenant = b.tenant and i.batch = b.id and i.status = 'accepted'
          and coalesce(p.state, 'succeeded') = 'succeeded') paid`,
    values: keysOf(ids),
  });
  return rows;
}

/** An import of customers that has ended. `duplicates`: the skipped rows of people who are customers already. */
export type WalletImportFact = Pick<WalletImportRow, "id" | "total" | "created" | "skipped"> & {
  tenant: number;
  status: EndedStatus;
  duplicates: number;
};

/** Returns ended imports of customers by ID. */
export async function findWalletImportFacts(tx: Transaction, ids: readonly ObjectKey[]): Promise<WalletImportFact[]> {
  if (ids.length === 0) return [];
  // Narrowed: "status". The record is written when the import ends.
  const { rows } = await tx.query<WalletImportFact>({
    name: "find-wallet-import-facts",
    text: `select i.tenant, i.id, i.status, i.total, i.created, i.skipped, twins.count as duplicates
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join wallet_imports i on i.tenant = wanted.tenant and i.id = wanted.id
      cross join lateral (select count(*)::int as count from wallet_import_rows r
        where r.tenant = i.tenant and r.import = i.id and r.status = 'skipped' and r.twin is not null) twins`,
    values: keysOf(ids),
  });
  return rows;
}
