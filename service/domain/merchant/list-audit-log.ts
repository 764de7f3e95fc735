import { firstInstant, lastInstant } from "../../../contract/values.ts";
import {
  AUDIT_LIST_BOUND,
  type AuditFilter,
  type AuditLineRow,
  findAuditLines,
} from "../../db/merchant/audit-log-list.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice, type ListBound } from "../list-metadata.ts";

export type AuditLogFilters = {
  /** The ID of one row. */
  id?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  without?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

const BOUND: ListBound = { rows: AUDIT_LIST_BOUND, are: "lines", instead: "narrow the date range" };

/**
 * A page of the audit log of the context's mode, newest first. Both dates are included; days are Africa/Lagos. API 6.
 * Returns the wire payload. @throws `validation_failed` for a page beyond the counted range
 */
export async function listAuditLog(ctx: Context, input: AuditLogFilters & { page: number; perPage: number }) {
  const { total, rows } = await findAuditLines(ctx.db, ctx.tenant.id, auditFilter(input), boundedSlice(input, BOUND));
  return { data: rows.map(auditLineView), metadata: boundedMetadata(input, total, BOUND) };
}

/** The filters in the database's terms. */
export function auditFilter(input: AuditLogFilters): AuditFilter {
  return {
    id: input.id ?? null,
    actor: input.actor ?? null,
    action: input.action ?? null,
    without: input.without ?? null,
    objectKind: input.objectKind ?? null,
    objectId: input.objectId ?? null,
    from: input.startDate ? new Date(firstInstant(input.startDate)) : null,
    to: input.endDate ? new Date(lastInstant(input.endDate)) : null,
  };
}

function auditLineView(row: AuditLineRow) {
  const { actorKind, actorId, actorName, objectKind, objectId, at, ...line } = row;
  return {
    ...line,
    at: at.toISOString(),
    actor: { kind: actorKind, id: actorId, name: actorName },
    object: { kind: objectKind, id: objectId },
  };
}
