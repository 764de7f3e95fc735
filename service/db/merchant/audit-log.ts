import { binaryArray } from "../array-binary.ts";
import type { Queryable } from "../pool.ts";
import type { Statement } from "../statement.ts";

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

/** The statement that inserts many audit rows together. */
export function writeAudit(audit: readonly AuditRow[]): Statement {
  return {
    name: "write_audit",
    text: `insert into audit_log (tenant, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, before,
        after, reason, address, request_id, mac)
      select * from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::text[], $10::jsonb[], $11::jsonb[], $12::text[], $13::text[], $14::text[], $15::bytea[])`,
    values: [
      binaryArray.integer(audit.map((row) => row.tenant)),
      binaryArray.uuid(audit.map((row) => row.id)),
      binaryArray.timestamptz(audit.map((row) => row.at)),
      binaryArray.text(audit.map((row) => row.actorKind)),
      binaryArray.text(audit.map((row) => row.actorId)),
      binaryArray.text(audit.map((row) => row.actorName)),
      binaryArray.text(audit.map((row) => row.action)),
      binaryArray.text(audit.map((row) => row.objectKind)),
      binaryArray.text(audit.map((row) => row.objectId)),
      binaryArray.jsonb(audit.map((row) => row.before)),
      binaryArray.jsonb(audit.map((row) => row.after)),
      binaryArray.text(audit.map((row) => row.reason)),
      binaryArray.text(audit.map((row) => row.address)),
      binaryArray.text(audit.map((row) => row.requestId)),
      binaryArray.bytea(audit.map((row) => row.mac)),
    ],
  };
}
