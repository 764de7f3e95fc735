import { inTransaction } from "../../../db/pool.ts";
import { lockWalletOfCustomer, updateWalletPostNoCredit } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

export type SetPostNoCreditInput = { customerId: string; postNoCredit: boolean; reason?: string | undefined };

/**
 * Turns post-no-credit of a customer's wallet on or off. While it is on, credits and transfers into the wallet are
 * refused. Setting the current value changes nothing. Spec 3.2, 4.15, 4.16.
 * @throws `customer_not_found`, also for a customer of another merchant or mode.
 */
export async function setPostNoCredit(ctx: Context, input: SetPostNoCreditInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const wallet = await lockWalletOfCustomer(tx, ctx.tenant.id, input.customerId);
    if (!wallet) throw new Failure("customer_not_found");
    const { postNoCredit } = input;
    if (wallet.account.postNoCredit === postNoCredit) return;
    const reason = input.reason ?? null;
    await updateWalletPostNoCredit(tx, ctx.tenant.id, wallet, {
      postNoCredit,
      reason,
      by: ctx.actor.name,
      at: ctx.clock.now(),
    });
    await recordAudit(tx, ctx, {
      action: postNoCredit ? "wallet.enable_post_no_credit" : "wallet.disable_post_no_credit",
      object: { kind: "wallet", id: wallet.id },
      before: { postNoCredit: !postNoCredit },
      after: { postNoCredit },
      reason,
    });
  });
}
