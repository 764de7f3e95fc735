import { findMerchantProfile, findMerchants } from "../../db/merchant/merchants.ts";
import { findSettings, findTierRules } from "../../db/merchant/settings.ts";
import { findPayoutFees } from "../../db/payouts/new-payouts.ts";
import { ofAllTenants } from "../../db/pool.ts";
import { koboToWire, koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { payoutCharges } from "../payouts/payout-charges.ts";
import { localPhoneNumber } from "../phone-number.ts";

/** The merchant's profile, with fees and tier limits of the context's mode in kobo; never a secret. Wire 5. */
export async function getMerchantProfile(ctx: Context) {
  const { tenant } = ctx;
  const [merchant, [books], tiers, bands] = await Promise.all([
    findMerchantProfile(ctx.db, tenant.merchantId),
    findMerchants(ctx.db, { id: tenant.merchantId }),
    findTierRules(ctx.db, tenant.id),
    findPayoutFees(ctx.db, tenant.id),
  ]);
  if (!merchant || !books) throw new Error("the tenant has no merchant");
  const settings = await findSettings(ofAllTenants(ctx.db), [books.sandboxId, books.productionId]);
  const own = settings.get(tenant.id);
  if (!own) throw new Error("the tenant has no settings");
  const { createdAt, updatedAt, ...profile } = merchant;
  const ruleOf = (tier: 1 | 2 | 3) => tiers.find((rule) => rule.tier === tier);
  const daily = (tier: 1 | 2 | 3) => koboOrNull(ruleOf(tier)?.dailyLimit ?? null);
  const minimum = (tier: 1 | 2 | 3) => koboToWire(ruleOf(tier)?.minBalance ?? 0n);
  return {
    ...profile,
    phoneNumber: localPhoneNumber(profile.phoneNumber),
    mode: tenant.mode,
    callbackURL: settings.get(books.productionId)?.callbackUrl ?? null,
    sandboxCallbackURL: settings.get(books.sandboxId)?.callbackUrl ?? null,
    walletReservationCharge: koboToWire(own.walletCreationFee),
    walletToWalletTransfer: koboToWireEdge(own.transferBaseFee + own.merchantFee),
    baseCustomerWalletCredit: koboToWire(own.batchItemFee),
    transferCharges: {
      max5000: koboToWire(payoutCharges(500_000n, bands).fee),
      max50000: koboToWire(payoutCharges(5_000_000n, bands).fee),
      min50000: koboToWire(payoutCharges(5_000_001n, bands).fee),
    },
    tier_1_daily_limit: daily(1),
    tier_1_min_balance: minimum(1),
    tier_2_daily_limit: daily(2),
    tier_2_min_balance: minimum(2),
    tier_3_daily_limit: daily(3),
    tier_3_min_balance: minimum(3),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function koboOrNull(kobo: bigint | null): number | null {
  return kobo === null ? null : koboToWire(kobo);
}
