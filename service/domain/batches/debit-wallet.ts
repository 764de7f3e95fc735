import { findBooks } from "../../db/accounts.ts";
import { findSettings, type SettingsRow } from "../../db/settings.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { checkPins, pinFailure } from "../wallets/check-pins.ts";
import { findMovedWallet, moveSingle, type SingleMoveInput, type SingleMoveReply } from "./single-move.ts";

export type DebitWalletInput = SingleMoveInput & { pin?: string | undefined };

export const DEBIT_DESCRIPTION = "Wallet debited by merchant";

/**
 * Pays from a customer's wallet into the merchant's, with the rules and reasons of a batch of one. With the setting
 * `requirePinForDebit` the wallet's PIN must come with it; an approval has none, so it fails then. Spec 4.3, api 3, wire
 * facts 5. Returns the wire payload.
 * @throws `customer_debit_off`, `customer_not_found`, `pin_…`, and the refusals of `refusals.ts` with the batch's reason.
 */
export async function debitWallet(ctx: Context, input: DebitWalletInput): Promise<SingleMoveReply> {
  const [books, settings] = await Promise.all([
    findBooks(ctx.db, ctx.tenant.id),
    findSettings(ctx.db, [ctx.tenant.id]).then((found) => found.get(ctx.tenant.id)),
  ]);
  if (!books || !settings) throw new Error("the tenant has no books");
  const refusal = refusalOfDebits(settings, { takesPin: !ctx.approving });
  if (refusal) throw refusal;
  const wallet = await findMovedWallet(ctx, input);
  if (settings.requirePinForDebit) await assertPin(ctx, { walletId: wallet.walletId, pin: input.pin });
  return await moveSingle(ctx, input, wallet, {
    kind: "debit",
    source: wallet.accountId,
    destination: books.merchantAccountId,
    baseFee: settings.batchItemFee,
    description: input.description ?? DEBIT_DESCRIPTION,
  });
}

/** Why nothing at all can be debited now: switched off, or a PIN is needed where none is taken. Pure. Spec 4.3, api 3. */
export function refusalOfDebits(
  { canDebitCustomer, requirePinForDebit }: Pick<SettingsRow, "canDebitCustomer" | "requirePinForDebit">,
  { takesPin }: { takesPin: boolean },
): Failure | null {
  if (!canDebitCustomer) return new Failure("customer_debit_off");
  return requirePinForDebit && !takesPin ? new Failure("pin_not_on_dashboard") : null;
}

async function assertPin(ctx: Context, entry: { walletId: string; pin: string | undefined }): Promise<void> {
  const [verdict = "missing"] = await checkPins(ctx, [entry]);
  const failure = pinFailure(verdict);
  if (failure) throw failure;
}
