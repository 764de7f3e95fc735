import { transferEndpoints } from "../../../contract/transfers.ts";
import { type Context, isOnDashboard } from "../../domain/context.ts";
import { previewAccountTransfer, previewTransfer } from "../../domain/transfers/preview-transfer.ts";
import { submitTransfer } from "../../domain/transfers/submit-transfer.ts";
import { transferBetweenAccounts } from "../../domain/transfers/transfer-between-accounts.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import { betweenAccounts, betweenCustomers, type TransferRequest } from "../../domain/transfers/transfer-request.ts";
import type { Answer, Bind } from "../route.ts";
import { submitting } from "../submitting.ts";

/** Transfers between customers' wallets. Spec 4.18, 4.19, api 4. */
export function transferRoutes(bind: Bind): void {
  bind(transferEndpoints.transferBetweenCustomers, (ctx, { body }, answer) =>
    isOnDashboard(ctx.actor) ? submit(ctx, betweenCustomers(body), answer) : transferBetweenCustomers(ctx, body),
  );
  bind(transferEndpoints.transferBetweenAccounts, (ctx, { body }, answer) =>
    isOnDashboard(ctx.actor) ? submit(ctx, betweenAccounts(body), answer) : transferBetweenAccounts(ctx, body),
  );
  bind(transferEndpoints.previewTransfer, async (ctx, { body }) => ({ data: await previewTransfer(ctx, body) }));
  bind(transferEndpoints.previewAccountTransfer, async (ctx, { body }) => ({
    data: await previewAccountTransfer(ctx, body),
  }));
}

function submit(ctx: Context, request: TransferRequest, answer: Answer): Promise<object> {
  return submitting(answer, (payload) => submitTransfer(ctx, request, payload));
}
