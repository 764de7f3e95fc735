import type { MoneyRow } from "../../../contract/money-row.ts";
import { payeeOf } from "../rows/money-rules.ts";
import { createSha256, sha256 } from "./sha256.ts";

/**
 * Generates the same reference for the same payment on the same day in Lagos, so that a file sent twice is paid once:
 * `imp-<date>-<16 hex>` over operation, wallet, amount, narration and the number of equal payments before it in the file.
 * `salt` makes equal payments new ones. Dashboard 5.6.
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

/** The reference of a whole file, computed from its payments and not from its bytes. */
export function createFileReference({ operation, salt }: { operation: string; salt: string }) {
  const hash = createSha256();
  hash.add(JSON.stringify([operation, salt]));
  return {
    add: (row: MoneyRow) =>
      hash.add(JSON.stringify([payeeOf(row), row.amount, row.narration ?? "", row.reference ?? ""])),
    digest: () => `imp-${hash.digest().slice(0, 16)}`,
  };
}
