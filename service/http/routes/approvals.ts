import { approvalEndpoints } from "../../../contract/approvals.ts";
import { approveTransaction } from "../../domain/approvals/approve-transaction.ts";
import { getPendingTransaction } from "../../domain/approvals/get-pending-transaction.ts";
import { listPendingTransactions } from "../../domain/approvals/list-pending-transactions.ts";
import { listRequesters } from "../../domain/approvals/list-requesters.ts";
import { removeTransaction } from "../../domain/approvals/remove-transaction.ts";
import type { Bind } from "../route.ts";

/** Requests that need another member's approval. API 4, Wire 3.4, 5. */
export function approvalRoutes(bind: Bind): void {
  bind(approvalEndpoints.listPendingTransactions, (ctx, { query }) => listPendingTransactions(ctx, query));
  bind(approvalEndpoints.listRequesters, (ctx) => listRequesters(ctx));
  bind(approvalEndpoints.getPendingTransaction, (ctx, { params }) => getPendingTransaction(ctx, params));
  bind(approvalEndpoints.approveTransaction, (ctx, { body }) => approveTransaction(ctx, body));
  bind(approvalEndpoints.removeTransaction, (ctx, { params, body }) => removeTransaction(ctx, { ...params, ...body }));
}
