import type { TransactionList } from "../../../contract/transactions.ts";
import { LIST_BOUND, type TransactionPage } from "../../db/merchant-transactions.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type ListSide, transactionView } from "./transaction-view.ts";

export type PageInput = { page: number; perPage: number };

/** Which rows a page is made of. What lies behind the bound is not read, only counted to be there. */
export function sliceOf({ page, perPage }: PageInput): { limit: number; offset: number } {
  const offset = (page - 1) * perPage;
  return {
    limit: offset < LIST_BOUND ? Math.min(perPage, LIST_BOUND - offset) : 0,
    offset: Math.min(offset, LIST_BOUND),
  };
}

/**
 * The wire payload of a page. @throws `validation_failed` for a page behind the bound of a list that goes on there; behind the
 * end of a list a page is empty (wire facts 1.2).
 */
export function pageView(
  ctx: Pick<Context, "tenant">,
  side: ListSide,
  input: PageInput,
  { total, rows }: TransactionPage,
): TransactionList {
  const { page, perPage } = input;
  const isCapped = total > LIST_BOUND;
  if (isCapped && (page - 1) * perPage >= LIST_BOUND) throw tooDeep();
  const totalRecords = Math.min(total, LIST_BOUND);
  return {
    transactions: rows.map((row) => transactionView(row, side, ctx.tenant.mode)),
    metadata: {
      page,
      perPage,
      totalRecords,
      totalPages: Math.ceil(totalRecords / perPage),
      ...(isCapped ? { totalIsCapped: true } : {}),
    },
  };
}

function tooDeep(): Failure {
  const message = `lies behind the first ${LIST_BOUND} transactions; narrow the date range`;
  return new Failure("validation_failed", { message: `page ${message}.`, errors: [{ field: "page", message }] });
}
