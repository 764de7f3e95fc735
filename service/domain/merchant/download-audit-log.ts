import { csvLine } from "../../../contract/csv-line.ts";
import { type AuditLineRow, findAuditLinesBefore } from "../../db/merchant/audit-log-list.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { type AuditLogFilters, auditFilter } from "./list-audit-log.ts";

const PART_ROWS = 1_000;
const COLUMNS = [
  "id",
  "at",
  "actorKind",
  "actorId",
  "actorName",
  "action",
  "objectKind",
  "objectId",
  "reason",
  "address",
];

/**
 * The audit log as CSV, newest first, read as fast as the caller takes it. The download is audited before the first
 * line.
 * API 6, Dashboard 5.11.
 */
export async function downloadAuditLog(ctx: Context, filters: AuditLogFilters): Promise<AsyncIterable<string>> {
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: "audit_log.download",
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      after: filters,
    }),
  );
  return linesOf(ctx, filters);
}

async function* linesOf(ctx: Context, filters: AuditLogFilters): AsyncGenerator<string> {
  yield csvLine([...COLUMNS, "before", "after", "requestId"]);
  const filter = auditFilter(filters);
  let before: string | null = null;
  while (true) {
    const rows = await findAuditLinesBefore(ctx.db, ctx.tenant.id, filter, { before, limit: PART_ROWS });
    if (rows.length > 0) yield rows.map(lineOf).join("");
    if (rows.length < PART_ROWS) return;
    before = rows.at(-1)?.id ?? null;
  }
}

function lineOf(row: AuditLineRow): string {
  return csvLine([
    row.id,
    row.at.toISOString(),
    row.actorKind,
    row.actorId,
    row.actorName,
    row.action,
    row.objectKind,
    row.objectId,
    row.reason,
    row.address,
    row.before && JSON.stringify(row.before),
    row.after && JSON.stringify(row.after),
    row.requestId,
  ]);
}
