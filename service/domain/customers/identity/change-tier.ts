import { customerTexts } from "../../../../contract/texts/customers.ts";
import { lockCustomerIdentity } from "../../../db/customers/customer-identity.ts";
import { touchCustomer } from "../../../db/customers/customers.ts";
import { updateAccountFlags } from "../../../db/ledger/accounts.ts";
import { inTransaction } from "../../../db/pool.ts";
import { lockWalletOfCustomer } from "../../../db/wallets/wallets.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { findTiers } from "../../transactions/tiers.ts";
import { missingDocument } from "./tier-documents.ts";

export type ChangeTierInput = { customerId: string; tier: 1 | 2 | 3 };

/** The limits of the customer's current tier in wire form: kobo; `null` means no limit. */
export type ChangedTier = { dailyLimit: number | null; maxBalance: number | null };

/**
 * Moves a customer to a tier. The tier's limits apply to the wallet from the next movement on. `TIER_2` requires a
 * verified BVN, `TIER_3` a verified BVN and NIN. Moving down requires no document and moves no money: a balance above
 * the new maximum may only decrease. Moving to the current tier changes nothing. Spec 3.3, 4.17.
 * @throws `customer_not_found`; `tier_document_missing`, whose message names the document.
 */
export async function changeTier(ctx: Context, input: ChangeTierInput): Promise<ChangedTier> {
  const { id: tenant } = ctx.tenant;
  await inTransaction(ctx.db, async (tx) => {
    const customer = await lockCustomerIdentity(tx, tenant, input.customerId);
    const wallet = customer && (await lockWalletOfCustomer(tx, tenant, input.customerId));
    if (!wallet) throw new Failure("customer_not_found");
    const missing = missingDocument(customer, input.tier);
    if (missing) {
      throw new Failure("tier_document_missing", { message: customerTexts.tierDocumentMissing(input.tier, missing) });
    }
    if (wallet.account.tier === input.tier) return;
    await updateAccountFlags(tx, tenant, wallet.account.id, { tier: input.tier });
    await touchCustomer(tx, tenant, wallet.customerId, ctx.clock.now());
    await recordAudit(tx, ctx, {
      action: "customer.change_tier",
      object: { kind: "customer", id: wallet.customerId },
      before: { tier: `TIER_${wallet.account.tier}` },
      after: { tier: `TIER_${input.tier}` },
    });
  });
  const { dailyLimit, maxBalance } = (await findTiers(ctx))[input.tier];
  return { dailyLimit: limitToWire(dailyLimit), maxBalance: limitToWire(maxBalance) };
}

function limitToWire(kobo: bigint | null): number | null {
  return kobo === null ? null : koboToWire(kobo);
}
