import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_KOBO } from "../../ledger/kobo.ts";
import { costView, itemFees, transferFees } from "./fees.ts";

const settings = { transferBaseFee: 1_000n, merchantFee: 250n, batchItemFee: 7n };
const fee = fc.bigInt({ min: 0n, max: 10n ** 12n });
const amount = fc.bigInt({ min: 1n, max: MAX_KOBO - 2n * 10n ** 12n });

it("charges a transfer the platform's fee and the merchant's markup, and an item the item fee", () => {
  expect(transferFees(settings)).toEqual({ baseFee: 1_000n, merchantFee: 250n });
  expect(itemFees(settings)).toEqual({ baseFee: 7n, merchantFee: 0n });
});

it("shows what it costs so that the parts always add up, for any amount and fees", () => {
  fc.assert(
    fc.property(amount, fee, fee, (kobo, baseFee, merchantFee) => {
      const view = costView(kobo, { baseFee, merchantFee });
      const { base_fee, merchant_fee, total_fee } = view.fee_breakdown;
      expect(base_fee + merchant_fee).toBe(total_fee);
      expect(view.transaction_fee).toBe(total_fee);
      expect(view.amount + view.transaction_fee).toBe(view.total);
      expect(BigInt(view.total)).toBe(kobo + baseFee + merchantFee);
    }),
    { numRuns: 2_000 },
  );
});

it("never shows a number that a client would round", () => {
  expect(() => costView(MAX_KOBO, { baseFee: 1n, merchantFee: 0n })).toThrow();
});
