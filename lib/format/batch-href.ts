import type { ImportKind } from "../import/rows/columns.ts";

/** The page of a batch of this kind. */
export function batchHref(kind: ImportKind, batchId: string): string {
  return kind === "payout" ? `/payouts/batches/${batchId}` : `/imports/${kind}/${batchId}`;
}
