import { binaryArray } from "../array-binary.ts";
import { arrays, eachOrOne, oneIfSame } from "../array-literal.ts";
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

const writeAuditSql = `
insert into audit_log (tenant, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, before, after,
  reason, address, request_id, mac)
select ${eachOrOne(1, "int", "tenant")}, v.id, v.at, ${eachOrOne(4, "text", "actor_kind")},
  ${eachOrOne(5, "text", "actor_id")}, ${eachOrOne(6, "text", "actor_name")}, ${eachOrOne(7, "text", "action")},
  ${eachOrOne(8, "text", "object_kind")}, v.object_id, ${eachOrOne(10, "jsonb", "before")},
  ${eachOrOne(11, "jsonb", "after")}, ${eachOrOne(12, "text", "reason")}, ${eachOrOne(13, "text", "address")},
  v.request_id, v.mac
from (select ${[
  arrays(1, { tenant: "int", id: "uuid", at: "timestamptz", actor_kind: "text", actor_id: "text", actor_name: "text" }),
  arrays(7, {
    action: "text",
    object_kind: "text",
    object_id: "text",
    before: "jsonb",
    after: "jsonb",
    reason: "text",
  }),
  arrays(13, { address: "text", request_id: "text", mac: "bytea" }),
].join(", ")}) v`;

/** The statement that inserts many audit rows together. Most of them have one actor, action and address, which are sent once. */
export function writeAudit(audit: readonly AuditRow[]): Statement {
  return {
    name: "write_audit",
    text: writeAuditSql,
    values: [
      binaryArray.integer(oneIfSame(audit.map((row) => row.tenant))),
      binaryArray.uuid(audit.map((row) => row.id)),
      binaryArray.timestamptz(audit.map((row) => row.at)),
      binaryArray.text(oneIfSame(audit.map((row) => row.actorKind))),
      binaryArray.text(oneIfSame(audit.map((row) => row.actorId))),
      binaryArray.text(oneIfSame(audit.map((row) => row.actorName))),
      binaryArray.text(oneIfSame(audit.map((row) => row.action))),
      binaryArray.text(oneIfSame(audit.map((row) => row.objectKind))),
      binaryArray.text(audit.map((row) => row.objectId)),
      binaryArray.jsonb(oneIfSame(audit.map((row) => row.before))),
      binaryArray.jsonb(oneIfSame(audit.map((row) => row.after))),
      binaryArray.text(oneIfSame(audit.map((row) => row.reason))),
      binaryArray.text(oneIfSame(audit.map((row) => row.address))),
      binaryArray.text(audit.map((row) => row.requestId)),
      binaryArray.bytea(audit.map((row) => row.mac)),
    ],
  };
}
