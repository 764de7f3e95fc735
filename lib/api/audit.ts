import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type * as z from "zod";
import type { CappedMetadata } from "../../contract/envelope.ts";
import type { merchantSettingsEndpoints } from "../../contract/merchant-settings.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request, requestFile } from "./request.ts";

export type AuditLine = z.output<typeof merchantSettingsEndpoints.listAuditLog.reply>["data"][number];

/** Filters of the audit log. Days are whole days in Lagos; `action` is a full action or its noun, `without` a noun to leave out. */
export type AuditFilters = {
  actor?: string | undefined;
  action?: string | undefined;
  without?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

const PER_PAGE = 25;

/** A page of the audit log, newest first; fresh for 30 s. Api 6. */
export function auditQuery(session: Session, { page, ...filters }: AuditFilters & { page: number }) {
  return queryOptions({
    queryKey: queryKeyOf(session, "audit", "list", JSON.stringify(filters), page),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<{ data: AuditLine[]; metadata: CappedMetadata }>(session, {
      path: "/merchant/audit-log",
      query: { ...filters, page, perPage: PER_PAGE },
    }),
  });
}

/** One entry by ID; `null` if this mode's log has none. Entries never change. */
export function auditLineQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "audit", "line", id),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<AuditLine | null> => {
      const call = { path: "/merchant/audit-log", query: { id }, signal } as const;
      return (await request<{ data: AuditLine[] }>(session, call)).data[0] ?? null;
    },
  });
}

/** Opens the log as a CSV stream. @throws {ServiceError} when the service refuses. Dashboard 5.11. */
export function openAuditFile(
  session: Session,
  filters: AuditFilters,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  return requestFile(session, { path: "/merchant/audit-log/download", query: filters, signal });
}
