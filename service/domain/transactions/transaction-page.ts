import type { TransactionList } from "../../../contract/transactions.ts";
import { LIST_BOUND, type TransactionPage } from "../../db/transactions/merchant-transactions.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice, type ListBound, withoutMetadata } from "../list-metadata.ts";
import { type ListSide, transactionView } from "./transaction-view.ts";

export type PageInput = { page: number; perPage: number; include?: "metadata" | undefined };

const BOUND: ListBound = { rows: LIST_BOUND, are: "transactions", instead: "narrow the date range" };

/** The rows of a page. */
export function sliceOf(input: PageInput): { limit: number; offset: number; hasMetadata: boolean } {
  return { ...boundedSlice(input, BOUND), hasMetadata: input.include === "metadata" };
}

/** The wire payload of a page. @throws `validation_failed` for a page beyond the bound of a longer list */
export function pageView(
  ctx: Pick<Context, "tenant">,
  side: ListSide,
  input: PageInput,
  { total, rows, isCut }: TransactionPage,
): TransactionList {
  return {
    transactions: rows.map((row) => {
      const view = transactionView(row, side, ctx.tenant.mode);
      return input.include === "metadata" ? view : withoutMetadata(view);
    }),
    metadata: { ...boundedMetadata(input, total, BOUND), ...(isCut && { totalIsCapped: true }) },
  };
}
