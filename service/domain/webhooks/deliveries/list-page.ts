import type { CappedMetadata } from "../../../../contract/envelope.ts";
import { firstInstant, lastInstant } from "../../../../contract/values.ts";
import { LIST_BOUND } from "../../../db/transactions/merchant-transactions.ts";
import { boundedMetadata, type ListBound } from "../../list-metadata.ts";
import type { PageInput } from "../../transactions/transaction-page.ts";

const BOUND: ListBound = { rows: LIST_BOUND, are: "rows", instead: "narrow the date range" };

/**
 * Page metadata. Totals are exact up to the list's bound and marked as capped beyond it (webhooks 4). @throws
 * `validation_failed` for a page beyond the bound
 */
export function metadataOf(input: PageInput, total: number): CappedMetadata {
  return boundedMetadata(input, total, BOUND);
}

export type DatesInput = { startDate?: string | undefined; endDate?: string | undefined };

/**
 * The instants of a filter's dates: days in Africa/Lagos or instants, both ends included; undefined for an open end.
 */
export function datesOf({ startDate, endDate }: DatesInput): { from: Date | undefined; to: Date | undefined } {
  return {
    from: startDate === undefined ? undefined : new Date(firstInstant(startDate)),
    to: endDate === undefined ? undefined : new Date(lastInstant(endDate)),
  };
}
