import type { FreezeWalletBody } from "../../../../contract/wallets.ts";
import { inTransaction } from "../../../db/pool.ts";
import { lockWalletOfCustomer, updateWalletFreeze } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { freeze } from "../../wallet-status.ts";

/**
 * Freezes a customer's wallet with a reason. A frozen wallet neither sends nor receives money. Spec 3.1, 4.12.
 * @throws `customer_not_found`, also for a customer of another merchant or mode; `wallet_already_frozen`.
 */
export async function freezeWallet(ctx: Context, input: FreezeWalletBody): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const wallet = await lockWalletOfCustomer(tx, ctx.tenant.id, input.customerId);
    if (!wallet) throw new Failure("customer_not_found");
    const at = ctx.clock.now();
    const frozen = freeze(wallet, input.reason, at);
    await updateWalletFreeze(tx, ctx.tenant.id, wallet, frozen, at);
    await recordAudit(tx, ctx, {
      action: "wallet.freeze",
      object: { kind: "wallet", id: wallet.id },
      before: { status: "ACTIVE" },
      after: { status: "FROZEN", cause: frozen.cause, reason: frozen.reason },
      reason: input.reason,
    });
  });
}
