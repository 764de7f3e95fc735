import type { CappedMetadata } from "../../../../contract/envelope.ts";
import { firstInstant, lastInstant } from "../../../../contract/values.ts";
import { LIST_BOUND } from "../../../db/transactions/merchant-transactions.ts";
import { boundedMetadata, type ListBound } from "../../list-metadata.ts";
import type { PageInput } from "../../transactions/transaction-page.ts";

const BOUND: ListBound = { rows: LIST_BOUND, are: "rows", instead: "narrow the date range" };

/** Totals are exact up to the bound of a list, then said to be capped (webhooks 4). @throws `validation_failed` for a page behind it */
export function metadataOf(input: PageInput, total: number): CappedMetadata {
  return boundedMetadata(input, total, BOUND);
}

export type DatesInput = { startDate?: string | undefined; endDate?: string | undefined };

/** The instants of a filter's days in Africa/Lagos or instants, both included; undefined where it is open. */
export function datesOf({ startDate, endDate }: DatesInput): { from: Date | undefined; to: Date | undefined } {
  return {
    from: startDate === undefined ? undefined : new Date(firstInstant(startDate)),
    to: endDate === undefined ? undefined : new Date(lastInstant(endDate)),
  };
}
