import type { CategoryFilter } from "../../../contract/transaction-categories.ts";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { firstInstant, lastInstant } from "../../../contract/values.ts";
import type { AmountRange } from "../../db/transactions/merchant-transactions.ts";
import type { TransactionLine } from "../../db/transactions/transaction-line.ts";
import { APPEARANCES, type ListSide } from "./transaction-view.ts";

/** Filters of lists and downloads. Dates are days in Africa/Lagos or instants; both ends are included. Wire 5. */
export type TransactionFilters = {
  type: "ALL" | LedgerTransaction["type"];
  category?: CategoryFilter | undefined;
  status?: LedgerTransaction["status"] | undefined;
  /** Kobo, both included. */
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** The transaction kinds of a type and category in a list; empty when the two exclude each other. */
export function kindsOf(side: ListSide, { type, category }: TransactionFilters): TransactionLine["kind"][] {
  const shown = APPEARANCES[side].filter(
    (one) => (type === "ALL" || one.type === type) && (category === undefined || one.category === category),
  );
  return [...new Set(shown.map((one) => one.kind))];
}

/** The amounts of a list; null without a bound. Kobo. */
export function amountsOf({ minAmount, maxAmount }: TransactionFilters): AmountRange | null {
  return minAmount === undefined && maxAmount === undefined
    ? null
    : { from: BigInt(minAmount ?? 0), to: BigInt(maxAmount ?? Number.MAX_SAFE_INTEGER) };
}

const FIRST_INSTANT = 0;
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** The time range of a list; open on a side without a date. */
export function spanOf({ startDate, endDate }: TransactionFilters): { from: Date; to: Date } {
  return {
    from: new Date(startDate === undefined ? FIRST_INSTANT : firstInstant(startDate)),
    to: new Date(endDate === undefined ? LAST_INSTANT : lastInstant(endDate)),
  };
}
