import type { Metadata } from "../../contract/envelope.ts";

/** What a list says of its page (wire facts 1.2). */
export function metadataOf({ page, perPage }: { page: number; perPage: number }, totalRecords: number): Metadata {
  return { page, perPage, totalRecords, totalPages: Math.ceil(totalRecords / perPage) };
}
