import type { Context } from "../context.ts";
import { checkPins, pinFailure } from "../wallets/controls/check-pins.ts";
import { assertDebitsAllowed } from "./debit-rules.ts";
import { findBatchRules } from "./move-items.ts";
import { findMovedWallet, moveSingle, type SingleMoveInput, type SingleMoveReply } from "./single-move.ts";

export type DebitWalletInput = SingleMoveInput & { pin?: string | undefined };

export const DEBIT_DESCRIPTION = "Wallet debited by merchant";

/**
 * Pays from a customer's wallet into the merchant's, with the rules and reasons of a batch of one. With the setting
 * `requirePinForDebit` the wallet's PIN must come with it; an approval has none, so it fails then. Spec 4.3, api 3, wire
 * 5. Returns the wire payload.
 * @throws `customer_debit_off`, `debit_pin_required`, `customer_not_found`, `pin_…`, and the refusals of `refusals.ts` with the batch's reason.
 */
export async function debitWallet(ctx: Context, input: DebitWalletInput): Promise<SingleMoveReply> {
  const { settings, merchantAccountId } = await findBatchRules(ctx);
  assertDebitsAllowed("debit", settings, { takesPin: !ctx.approving });
  const wallet = await findMovedWallet(ctx, input);
  if (settings.requirePinForDebit) await assertPin(ctx, { walletId: wallet.walletId, pin: input.pin });
  return await moveSingle(ctx, input, wallet, {
    kind: "debit",
    source: wallet.accountId,
    destination: merchantAccountId,
    baseFee: settings.batchItemFee,
    description: input.description ?? DEBIT_DESCRIPTION,
  });
}

async function assertPin(ctx: Context, entry: { walletId: string; pin: string | undefined }): Promise<void> {
  const [verdict = "missing"] = await checkPins(ctx, [entry]);
  const failure = pinFailure(verdict);
  if (failure) throw failure;
}
