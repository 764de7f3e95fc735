import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { firstInstant, lastInstant } from "../../../contract/values.ts";
import type { TransactionLine } from "../../db/transactions/transaction-line.ts";
import { APPEARANCES, type ListSide } from "./transaction-view.ts";

/** What lists and downloads are narrowed by; dates are days in Africa/Lagos or instants, both included. Wire 5. */
export type TransactionFilters = {
  type: "ALL" | LedgerTransaction["type"];
  category?: LedgerTransaction["category"] | undefined;
  status?: LedgerTransaction["status"] | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** The kinds of movement that a list shows under a type and category; none where the two exclude each other. */
export function kindsOf(side: ListSide, { type, category }: TransactionFilters): TransactionLine["kind"][] {
  const shown = APPEARANCES[side].filter(
    (one) => (type === "ALL" || one.type === type) && (category === undefined || one.category === category),
  );
  return [...new Set(shown.map((one) => one.kind))];
}

const FIRST_INSTANT = 0;
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** The instants between which a list lies; without a date it is open on that side. */
export function spanOf({ startDate, endDate }: TransactionFilters): { from: Date; to: Date } {
  return {
    from: new Date(startDate === undefined ? FIRST_INSTANT : firstInstant(startDate)),
    to: new Date(endDate === undefined ? LAST_INSTANT : lastInstant(endDate)),
  };
}
