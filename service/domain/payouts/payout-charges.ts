/** The charges of a payout, on top of its amount. Kobo. */
export type PayoutCharges = { readonly fee: bigint; readonly vat: bigint; readonly duty: bigint };

/** A fee up to an amount; null: for every larger amount. Kobo. */
export type FeeBand = { readonly upTo: bigint | null; readonly fee: bigint };

/** ₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above. Rails 4. */
export const DEFAULT_FEES: readonly FeeBand[] = [
  { upTo: 500_000n, fee: 1_000n },
  { upTo: 5_000_000n, fee: 2_500n },
  { upTo: null, fee: 5_000n },
];
const VAT_PER_MILLE = 75n;
const DUTY = 5_000n;
const DUTY_FROM = 1_000_000n;

/**
 * Fee, VAT (7.5 % of the fee, rounded half up to the kobo) and stamp duty (₦50 from ₦10,000). `bands` in ascending order; an amount above the last bound
 * has the last fee. Pure. Rails 4.
 */
export function payoutCharges(amount: bigint, bands: readonly FeeBand[]): PayoutCharges {
  const known = bands.length > 0 ? bands : DEFAULT_FEES;
  const band = known.find(({ upTo }) => upTo === null || amount <= upTo) ?? known.at(-1);
  const fee = band?.fee ?? 0n;
  return { fee, vat: (fee * VAT_PER_MILLE + 500n) / 1_000n, duty: amount >= DUTY_FROM ? DUTY : 0n };
}
