import { updateAccountFlags } from "../../db/accounts.ts";
import { inTransaction } from "../../db/pool.ts";
import { type LockedWallet, lockWalletOfCustomer } from "../../db/wallets.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";

export type ChangeTierInput = { customerId: string; tier: 1 | 2 | 3 };

/**
 * Moves a customer to a tier, which sets the limits of the wallet. `TIER_2` needs a verified BVN, `TIER_3` BVN and NIN.
 * Spec 3.3, 4.17.
 * @throws `customer_not_found`; `tier_document_missing`, whose text names the document.
 */
export async function changeTier(ctx: Context, input: ChangeTierInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const wallet = await lockWalletOfCustomer(tx, ctx.tenant.id, input.customerId);
    if (!wallet) throw new Failure("customer_not_found");
    const missing = missingDocument(wallet, input.tier);
    if (missing) {
      throw new Failure("tier_document_missing", { message: `TIER_${input.tier} needs a verified ${missing}.` });
    }
    await updateAccountFlags(tx, ctx.tenant.id, wallet.account.id, { tier: input.tier });
    await recordAudit(tx, ctx, {
      action: "customer.change_tier",
      object: { kind: "customer", id: wallet.customerId },
      before: { tier: `TIER_${wallet.account.tier}` },
      after: { tier: `TIER_${input.tier}` },
    });
  });
}

function missingDocument(wallet: LockedWallet, tier: 1 | 2 | 3): "BVN" | "NIN" | null {
  if (tier >= 2 && !wallet.isBvnVerified) return "BVN";
  if (tier === 3 && !wallet.isNinVerified) return "NIN";
  return null;
}
