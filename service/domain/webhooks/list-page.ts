import type { Metadata } from "../../../contract/envelope.ts";
import { firstInstant, lastInstant } from "../../../contract/values.ts";
import { LIST_BOUND } from "../../db/merchant-transactions.ts";
import { Failure } from "../failure.ts";
import type { PageInput } from "../transactions/transaction-page.ts";

/** Totals are exact up to the bound of a list, then said to be capped (webhooks 4). */
export type CappedMetadata = Metadata & { totalIsCapped?: boolean };

/** @throws `validation_failed` for a page behind the bound of a list that goes on there. */
export function metadataOf({ page, perPage }: PageInput, total: number): CappedMetadata {
  const isCapped = total > LIST_BOUND;
  if (isCapped && (page - 1) * perPage >= LIST_BOUND) {
    const message = `lies behind the first ${LIST_BOUND}; narrow the date range`;
    throw new Failure("validation_failed", { message: `page ${message}.`, errors: [{ field: "page", message }] });
  }
  const totalRecords = Math.min(total, LIST_BOUND);
  const totalPages = Math.ceil(totalRecords / perPage);
  return { page, perPage, totalRecords, totalPages, ...(isCapped ? { totalIsCapped: true } : {}) };
}

export type DatesInput = { startDate?: string | undefined; endDate?: string | undefined };

/** The instants of a filter's days in Africa/Lagos or instants, both included; undefined where it is open. */
export function datesOf({ startDate, endDate }: DatesInput): { from: Date | undefined; to: Date | undefined } {
  return {
    from: startDate === undefined ? undefined : new Date(firstInstant(startDate)),
    to: endDate === undefined ? undefined : new Date(lastInstant(endDate)),
  };
}
