import type { MoneySettingsRow } from "../../db/ledger/money-settings.ts";
import { koboToWire } from "../../ledger/kobo.ts";

/** The fees that the source pays on top of the amount, by recipient. Kobo. */
export type Fees = { readonly baseFee: bigint; readonly merchantFee: bigint };

/** The fee settings of a merchant and mode. Kobo. */
export type FeeSettings = Pick<MoneySettingsRow, "transferBaseFee" | "merchantFee" | "batchItemFee">;

/** The platform's fee and the merchant's markup on a transfer; both are fixed sums. Spec 4.18, api 4. */
export function transferFees({ transferBaseFee, merchantFee }: FeeSettings): Fees {
  return { baseFee: transferBaseFee, merchantFee };
}

/** The platform's fee on one credit or debit, which is a batch of one. Api 4. */
export function itemFees({ batchItemFee }: Pick<FeeSettings, "batchItemFee">): Fees {
  return { baseFee: batchItemFee, merchantFee: 0n };
}

/** The cost fields of an answer; they always add up (Wire 6.10). `wire` converts kobo to numbers. */
export function costView(amount: bigint, { baseFee, merchantFee }: Fees, wire = koboToWire) {
  const fee = baseFee + merchantFee;
  return {
    amount: wire(amount),
    total: wire(amount + fee),
    transaction_fee: wire(fee),
    fee_breakdown: { base_fee: wire(baseFee), merchant_fee: wire(merchantFee), total_fee: wire(fee) },
  };
}
