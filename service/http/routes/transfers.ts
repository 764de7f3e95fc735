import { transferEndpoints } from "../../../contract/transfers.ts";
import { previewAccountTransfer, previewTransfer } from "../../domain/transfers/preview-transfer.ts";
import { submitTransfer } from "../../domain/transfers/submit-transfer.ts";
import { transferBetweenAccounts } from "../../domain/transfers/transfer-between-accounts.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import { betweenAccounts, betweenCustomers } from "../../domain/transfers/transfer-request.ts";
import type { Bind } from "../route.ts";
import { moveOrAnswerSubmitted } from "../submitting.ts";

/** A transfer and its submission for approval are one commit each, which finds the reply to a repeated key. */
const inOneCommit = { keyLookup: "in_commit", mayRebuild: true } as const;

/** Transfers between customers' wallets. Spec 4.18, 4.19, api 4. */
export function transferRoutes(bind: Bind): void {
  bind(
    transferEndpoints.transferBetweenCustomers,
    (ctx, { body }, answer) =>
      moveOrAnswerSubmitted(ctx, answer, {
        amount: BigInt(body.amount),
        move: () => transferBetweenCustomers(ctx, body),
        submit: (payload) => submitTransfer(ctx, betweenCustomers(body), payload),
      }),
    inOneCommit,
  );
  bind(
    transferEndpoints.transferBetweenAccounts,
    (ctx, { body }, answer) =>
      moveOrAnswerSubmitted(ctx, answer, {
        amount: BigInt(body.amount),
        move: () => transferBetweenAccounts(ctx, body),
        submit: (payload) => submitTransfer(ctx, betweenAccounts(body), payload),
      }),
    inOneCommit,
  );
  bind(transferEndpoints.previewTransfer, async (ctx, { body }) => ({ data: await previewTransfer(ctx, body) }));
  bind(transferEndpoints.previewAccountTransfer, async (ctx, { body }) => ({
    data: await previewAccountTransfer(ctx, body),
  }));
}
