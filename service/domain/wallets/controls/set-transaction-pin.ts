import { inTransaction } from "../../../db/pool.ts";
import { updateWalletPin } from "../../../db/wallets/wallet-pins.ts";
import { lockWalletOfCustomer } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { hashPin } from "./pin-hash.ts";

/**
 * Sets or replaces the four-digit PIN of a customer's wallet; only its keyed argon2id hash is stored. Ends a lock after
 * wrong entries. Spec 4.14.
 * @throws `customer_not_found`, also for a customer of another merchant or mode.
 */
export async function setTransactionPin(ctx: Context, input: { customerId: string; pin: string }): Promise<void> {
  const pinHash = await hashPin(ctx, input.pin);
  await inTransaction(ctx.db, async (tx) => {
    const wallet = await lockWalletOfCustomer(tx, ctx.tenant.id, input.customerId);
    if (!wallet) throw new Failure("customer_not_found");
    await updateWalletPin(tx, ctx.tenant.id, wallet.id, { pinHash, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      action: "wallet.set_pin",
      object: { kind: "wallet", id: wallet.id },
      after: { isPinSet: true },
    });
  });
}
