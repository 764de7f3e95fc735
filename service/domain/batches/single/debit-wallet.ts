import type { Context } from "../../context.ts";
import type { SingleMoveReply } from "../../transactions/answers/single-move-reply.ts";
import { checkPins, pinFailure } from "../../wallets/controls/check-pins.ts";
import { assertBatchAllowed, findBatchRules, takesPin } from "../batch-rules.ts";
import { DESCRIPTIONS } from "../move-items.ts";
import { findMovedWallet, moveSingle, type SingleMoveInput } from "./single-move.ts";

export type DebitWalletInput = SingleMoveInput & { pin?: string | undefined };

/**
 * Debits a customer's wallet to the merchant's wallet, with the rules and reasons of a batch of one. With the setting
 * `requirePinForDebit` the request must have the wallet's PIN; an approval has none and fails. Spec 4.3, API 3, Wire 5. Returns
 * the wire payload.
 * @throws `customer_debit_off`, `debit_pin_required`, `customer_not_found`, `pin_…`, and the failures of `refusals.ts`.
 */
export async function debitWallet(ctx: Context, input: DebitWalletInput): Promise<SingleMoveReply> {
  const { settings, merchantAccountId } = await findBatchRules(ctx);
  assertBatchAllowed({ operation: "debit", payer: null }, settings, { takesPin: takesPin(ctx) });
  const wallet = await findMovedWallet(ctx, input);
  if (settings.requirePinForDebit) await assertPin(ctx, { walletId: wallet.walletId, pin: input.pin });
  return await moveSingle(ctx, input, wallet, {
    kind: "debit",
    source: wallet.accountId,
    destination: merchantAccountId,
    baseFee: settings.batchItemFee,
    description: input.narration ?? input.description ?? DESCRIPTIONS.debit,
  });
}

async function assertPin(ctx: Context, entry: { walletId: string; pin: string | undefined }): Promise<void> {
  const [verdict = "missing"] = await checkPins(ctx, [entry]);
  const failure = pinFailure(verdict);
  if (failure) throw failure;
}
