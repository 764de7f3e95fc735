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
};

/** Returns a transaction of the tenant with its reversal. */
export async function findReversible(db: Queryable, tenant: number, id: string): Promise<ReversibleRow | undefined> {
  const { rows } = await db.query<ReversibleRow>({
    name: "find-reversible",
    text: `select t.id, t.reference, t.kind, t.status, t.source, t.destination, t.amount, t.reversal_of as "reversalOf",
        (select r.id from transactions r where r.tenant = t.tenant and r.reversal_of = t.id and r.status = 'success') as reversal,
        (select a.id from approvals a where a.tenant = t.tenant and a.kind = 'reversal' and a.status = 'PENDING'
           and a.request ->> 'transactionId' = t.id::text) as pending
      from transactions t where t.tenant = $1 and t.id = $2`,
    values: [tenant, id],
  });
  return rows[0];
}
