import type { MerchantSettings } from "../../../../contract/merchant-settings.ts";
import { findMerchants } from "../../../db/merchant/merchants.ts";
import { findSettings, findTierRules } from "../../../db/merchant/settings.ts";
import { ofAllTenants } from "../../../db/pool.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import { DEFAULT_RATE_LIMITS } from "../../auth/rate-limits.ts";
import type { Context } from "../../context.ts";
import { walletFreezeOf } from "../../wallet-status.ts";

/** Fees, limits and flags of the context's mode, and the callback URLs of both modes. Kobo. API 4, 6. */
export async function getSettings(ctx: Context): Promise<MerchantSettings> {
  const { tenant } = ctx;
  const [[merchant], tiers] = await Promise.all([
    findMerchants(ctx.db, { id: tenant.merchantId }),
    findTierRules(ctx.db, tenant.id),
  ]);
  if (!merchant) throw new Error("the tenant has no merchant");
  const all = await findSettings(ofAllTenants(ctx.db), [merchant.sandboxId, merchant.productionId]);
  const own = all.get(tenant.id);
  if (!own) throw new Error("the tenant has no settings");
  return {
    mode: tenant.mode,
    review: merchant.review,
    fees: {
      transferBaseFee: koboToWire(own.transferBaseFee),
      merchantFee: koboToWire(own.merchantFee),
      batchItemFee: koboToWire(own.batchItemFee),
      walletCreationFee: koboToWire(own.walletCreationFee),
    },
    tiers: tiers.map((rule) => ({
      tier: `TIER_${rule.tier}` as const,
      dailyLimit: limit(rule.dailyLimit),
      singleLimit: limit(rule.singleLimit),
      minBalance: koboToWire(rule.minBalance),
      maxBalance: limit(rule.maxBalance),
    })),
    merchantDailyLimit: limit(own.merchantDailyLimit),
    requirePinForDebit: own.requirePinForDebit,
    requireTwoFactor: own.requireTwoFactor,
    membersMayMoveMoney: own.membersMayMoveMoney,
    noApprovalBelow: limit(own.noApprovalBelow),
    twoApproversFrom: limit(own.twoApproversFrom),
    canDebitCustomer: own.canDebitCustomer,
    internalTransfers: own.internalTransfers,
    rateLimits: {
      perKey: own.requestsPerKey ?? DEFAULT_RATE_LIMITS.perKey,
      perMerchant: own.requestsPerMerchant ?? DEFAULT_RATE_LIMITS.perMerchant,
    },
    webhookMode: own.webhookMode,
    callbackURL: all.get(merchant.productionId)?.callbackUrl ?? null,
    sandboxCallbackURL: all.get(merchant.sandboxId)?.callbackUrl ?? null,
    mailChainHead: merchant.mailChainHead,
    walletFreeze: walletFreezeOf(own),
  };
}

function limit(kobo: bigint | null): number | null {
  return kobo === null ? null : koboToWire(kobo);
}
