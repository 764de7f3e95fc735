import type { Transaction } from "./pool.ts";

/** Notes a cause of events that is no journal, in the commit of the cause: the fan-out job turns it into events. */
export async function insertOutboxRow(
  tx: Transaction,
  row: { tenant: number; kind: "customer.created" | "transaction.pending"; objectId: string; at: Date },
): Promise<void> {
  await tx.query("insert into outbox (tenant, kind, object_id, at) values ($1, $2, $3, $4)", [
    row.tenant,
    row.kind,
    row.objectId,
    row.at,
  ]);
}
