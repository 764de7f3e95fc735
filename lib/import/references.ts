import type { MoneyRow } from "../../contract/money-row.ts";
import { payeeOf } from "./money-rules.ts";
import { createSha256, sha256 } from "./sha256.ts";

/**
 * References that come out the same for the same payments on the same day in Lagos: `imp-<date>-<16 hex>` of wallet, amount,
 * narration and how often it stood in the file before. So a file sent twice is paid once. A debit that takes a credit back is
 * another payment. `salt` is of payments that are meant as new ones. Dashboard 5.6.
 */
export function createReferences({ operation, now, salt }: { operation: string; now: Date; salt: string }) {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" }).format(now).replaceAll("-", "");
  const seen = new Map<string, number>();
  return (row: MoneyRow): string => {
    const payment = JSON.stringify([payeeOf(row), row.amount, row.narration ?? ""]);
    const occurrence = (seen.get(payment) ?? 0) + 1;
    seen.set(payment, occurrence);
    return `imp-${day}-${sha256(JSON.stringify([operation, payment, occurrence, salt])).slice(0, 16)}`;
  };
}

/** The reference of a whole file of payments: of what it pays, not of how it is written. */
export function createFileReference({ operation, salt }: { operation: string; salt: string }) {
  const hash = createSha256();
  hash.add(JSON.stringify([operation, salt]));
  return {
    add: (row: MoneyRow) =>
      hash.add(JSON.stringify([payeeOf(row), row.amount, row.narration ?? "", row.reference ?? ""])),
    digest: () => `imp-${hash.digest().slice(0, 16)}`,
  };
}
