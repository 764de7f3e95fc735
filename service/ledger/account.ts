/** What an account is for: customers' and merchants' money, the two fee stripes, fees for new wallets, and the issuing side of sandbox funding. */
export type AccountKind = "wallet" | "merchant" | "platform_fee" | "merchant_fee" | "funding" | "wallet_fee";
export type TierNumber = 1 | 2 | 3;

/** The hot row: all that a verdict about money needs. `spent` is what left it on `day` (Africa/Lagos), fees not counted. Kobo. */
export type Account = {
  readonly tenant: number;
  readonly id: bigint;
  readonly kind: AccountKind;
  readonly tier: TierNumber | null;
  readonly frozen: boolean;
  readonly postNoCredit: boolean;
  balance: bigint;
  seq: bigint;
  day: string | null;
  spent: bigint;
};

/** Limits of one tier; `null` means no limit (api 4). Kobo. */
export type TierRule = {
  readonly dailyLimit: bigint | null;
  readonly singleLimit: bigint | null;
  readonly minBalance: bigint;
  readonly maxBalance: bigint | null;
};
export type TierRules = Readonly<Record<TierNumber, TierRule>>;
