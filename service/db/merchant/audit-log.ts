import type { Queryable } from "../pool.ts";

/** An audit row. `before` and `after` contain JSON values only. */
export type AuditRow = {
  tenant: number;
  id: string;
  at: Date;
  actorKind: string;
  actorId: string;
  actorName: string;
  action: string;
  objectKind: string;
  objectId: string;
  before: object | null;
  after: object | null;
  reason: string | null;
  address: string | null;
  requestId: string;
  /** Authenticates the other columns. Ledger 6. */
  mac: Buffer;
};

/** Inserts an audit row; the table rejects update and delete. */
export async function insertAuditRow(tx: Queryable, row: AuditRow): Promise<void> {
  await tx.query({
    name: "insert-audit-row",
    text: `insert into audit_log (tenant, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id,
        before, after, reason, address, request_id, mac)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      row.tenant,
      row.id,
      row.at,
      row.actorKind,
      row.actorId,
      row.actorName,
      row.action,
      row.objectKind,
      row.objectId,
      row.before,
      row.after,
      row.reason,
      row.address,
      row.requestId,
      row.mac,
    ],
  });
}
