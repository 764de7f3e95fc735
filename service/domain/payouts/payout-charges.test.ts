import { expect, test } from "vitest";
import { payoutCharges } from "./payout-charges.ts";

test.each([
  [1n, { fee: 1_000n, vat: 75n, duty: 0n }],
  [500_000n, { fee: 1_000n, vat: 75n, duty: 0n }],
  [500_001n, { fee: 2_500n, vat: 188n, duty: 0n }],
  [999_999n, { fee: 2_500n, vat: 188n, duty: 0n }],
  [1_000_000n, { fee: 2_500n, vat: 188n, duty: 5_000n }],
  [5_000_000n, { fee: 2_500n, vat: 188n, duty: 5_000n }],
  [5_000_001n, { fee: 5_000n, vat: 375n, duty: 5_000n }],
])("the defaults for %s kobo", (amount, charges) => {
  expect(payoutCharges(amount, [])).toEqual(charges);
});

test("a merchant's own fees replace the defaults; VAT is rounded half up", () => {
  const bands = [
    { upTo: 100n, fee: 0n },
    { upTo: null, fee: 20n },
  ];
  expect(payoutCharges(100n, bands)).toEqual({ fee: 0n, vat: 0n, duty: 0n });
  // 7.5 % of 20 kobo is 1.5 kobo.
  expect(payoutCharges(101n, bands)).toEqual({ fee: 20n, vat: 2n, duty: 0n });
  expect(payoutCharges(500n, [{ upTo: 100n, fee: 7n }])).toMatchObject({ fee: 7n, vat: 1n });
});
