import type { EnableWalletBody } from "../../../../contract/wallets.ts";
import { areWalletsFrozen } from "../../../db/merchant/settings.ts";
import { inTransaction } from "../../../db/pool.ts";
import { lockWalletOfCustomer, updateWalletFreeze } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { refusalOfEnabling } from "../../wallet-status.ts";

/**
 * Ends a freeze. `reason` goes to the audit log. A wallet frozen by a failed identity check stays frozen until its BVN
 * is verified; the refused attempt is audited, so that the wallet's activity shows the member. Spec 3.1, 4.13; api 3.
 * @throws `customer_not_found`, `wallet_already_active`, `wallet_frozen_by_identity_check` with the stored reason,
 * `wallet_frozen_in_emergency`.
 */
export async function enableWallet(ctx: Context, input: EnableWalletBody): Promise<void> {
  const refusal = await inTransaction(ctx.db, async (tx) => {
    const wallet = await lockWalletOfCustomer(tx, ctx.tenant.id, input.customerId);
    if (!wallet) throw new Failure("customer_not_found");
    if (!wallet.freeze && (await areWalletsFrozen(tx, ctx.tenant.id))) throw new Failure("wallet_frozen_in_emergency");
    const refused = refusalOfEnabling(wallet);
    const at = ctx.clock.now();
    if (!refused) await updateWalletFreeze(tx, ctx.tenant.id, wallet, null, at);
    const before = { status: "FROZEN", cause: wallet.freeze?.cause, reason: wallet.freeze?.reason };
    await recordAudit(tx, ctx, {
      action: refused ? "wallet.enable_refused" : "wallet.enable",
      object: { kind: "wallet", id: wallet.id },
      before,
      after: refused ? before : { status: "ACTIVE" },
      // A refused attempt records the reason of the freeze.
      reason: refused ? (wallet.freeze?.reason ?? null) : (input.reason ?? null),
    });
    return refused;
  });
  if (refusal) throw refusal;
}
