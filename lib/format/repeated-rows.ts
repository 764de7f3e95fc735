import type { RECENT_PAYMENT_DAYS } from "../../contract/money-row.ts";
import type { AnyBatch } from "../api/batches.ts";
import { dayText } from "./instant.ts";
import { texts } from "./texts.ts";

/** Equal payments of this many days count as recent. Its type is the number of the contract, which only forms load. */
export const RECENT_DAYS: typeof RECENT_PAYMENT_DAYS = 5;

/** The word for a row whose payment exists already. */
export function repeatedWord(kind: AnyBatch["kind"]): string {
  return kind === "debit" ? texts.alreadyDebited : texts.alreadyPaid;
}

/** `Already paid today in batch imp-1`; without a batch, single transactions paid them. */
export function paidBeforeText(kind: AnyBatch["kind"], paidBy: AnyBatch["paidBy"]): string {
  const [first] = paidBy;
  if (!first) return texts.repeatedWordByOther(repeatedWord(kind));
  return texts.repeatedWordDayIn(repeatedWord(kind), dayText(first.paidAt), first.batchReference);
}
