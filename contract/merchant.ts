import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { merchantAccountEndpoints } from "./merchant-account.ts";
import { merchantAnalyticsEndpoints } from "./merchant-analytics.ts";
import { merchantSettingsEndpoints } from "./merchant-settings.ts";
import { restrictedKeyEndpoints } from "./restricted-keys.ts";
import { AccountNumber, AmountKobo, Id, Instant, Kobo } from "./values.ts";

/** The merchant's own wallet of the current mode. Wire 3.2. */
export const MerchantWallet = z
  .object({
    id: Id,
    email: z.string(),
    bankName: z.string(),
    bankCode: z.string(),
    accountName: z.string(),
    businessName: z.string(),
    accountNumber: AccountNumber,
    bookedBalance: Kobo,
    availableBalance: Kobo,
    /** Amounts and charges of payouts from this wallet that have not ended; they are no longer in the other balances. */
    heldBalance: Kobo,
    accountReference: z.string(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "MerchantWallet" });
export type MerchantWallet = z.infer<typeof MerchantWallet>;

export const FundMerchantWalletBody = z.object({ amount: AmountKobo });
export type FundMerchantWalletBody = z.infer<typeof FundMerchantWalletBody>;

export const FundMerchantWalletReply = success({
  data: z.object({ amount: Kobo, reference: z.string(), availableBalance: Kobo }),
});
export type FundMerchantWalletReply = z.infer<typeof FundMerchantWalletReply>;

const merchant = { tag: "Merchant", callers: membersAndKeys, dashboard: true, status: 200 } as const;

export const merchantEndpoints = {
  ...merchantAccountEndpoints,
  ...restrictedKeyEndpoints,
  ...merchantSettingsEndpoints,
  ...merchantAnalyticsEndpoints,
  getMerchantWallet: endpoint({
    ...merchant,
    method: "GET",
    path: "/merchant/wallet",
    summary: "Get the merchant's own wallet",
    source: "api 4, wire 5",
    extension: true,
    permission: "BROWSE_MERCHANT_WALLET",
    reply: success({ data: MerchantWallet }),
  }),
  getWalletBalance: endpoint({
    ...merchant,
    method: "GET",
    path: "/wallet/balance",
    summary: "Get the balance of the merchant's own wallet",
    source: "api 4, wire 5",
    extension: true,
    permission: "BROWSE_MERCHANT_WALLET",
    reply: success({
      data: MerchantWallet.pick({ id: true, accountNumber: true, availableBalance: true, bookedBalance: true }).extend({
        currency: z.literal("NGN"),
      }),
    }),
  }),
  fundMerchantWallet: endpoint({
    ...merchant,
    method: "POST",
    path: "/merchant/fund-wallet",
    summary: "Fund the merchant's sandbox wallet without real money",
    source: "spec 4.20, api 6, wire 4.20",
    extension: false,
    permission: "UPDATE_MERCHANT_DETAIL",
    idempotent: true,
    money: "direct",
    message: "Transaction completed successfully",
    body: FundMerchantWalletBody,
    reply: FundMerchantWalletReply,
  }),
};
