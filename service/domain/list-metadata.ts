import type { CappedMetadata, Metadata } from "../../contract/envelope.ts";
import { fieldProblems } from "../../contract/texts/field-problems.ts";
import { Failure } from "./failure.ts";

type Page = { page: number; perPage: number };

/** The bound of a list: how many rows it counts and pages through, their name, and how to reach rows beyond it. */
export type ListBound = { rows: number; are: string; instead: string };

/** The metadata of a page. Wire 1.2. */
export function metadataOf({ page, perPage }: Page, totalRecords: number): Metadata {
  return { page, perPage, totalRecords, totalPages: Math.ceil(totalRecords / perPage) };
}

/** The rows of a page. Rows beyond the bound are counted but not read. */
export function boundedSlice({ page, perPage }: Page, { rows }: ListBound): { limit: number; offset: number } {
  const offset = (page - 1) * perPage;
  return { limit: Math.max(0, Math.min(perPage, rows - offset)), offset: Math.min(offset, rows) };
}

/**
 * The same for a list that is counted up to a bound and one more. A page past the end of the list is empty (Wire 1.2).
 * @throws `validation_failed` for a page beyond the bound of a list that continues there
 */
export function boundedMetadata(input: Page, total: number, bound: ListBound): CappedMetadata {
  if (total <= bound.rows) return metadataOf(input, total);
  if ((input.page - 1) * input.perPage >= bound.rows) throw tooDeep(bound);
  return { ...metadataOf(input, bound.rows), totalIsCapped: true };
}

/** A row of a list that was not asked for the caller's own facts. */
export function withoutMetadata<Row extends { metadata?: unknown }>({
  metadata: _,
  ...row
}: Row): Omit<Row, "metadata"> {
  return row;
}

function tooDeep({ rows, are, instead }: ListBound): Failure {
  const message = fieldProblems.beyondBound(rows, are, instead);
  return new Failure("validation_failed", { message: `page ${message}.`, errors: [{ field: "page", message }] });
}
