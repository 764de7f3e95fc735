import type { TierRuleRow } from "../../../db/merchant/settings.ts";

/** The limits of a new merchant, in kobo; `null` means none. API 4, Wire 2. */
export const DEFAULT_TIER_RULES: readonly TierRuleRow[] = [
  { tier: 1, dailyLimit: 5_000_000n, singleLimit: 2_000_000n, minBalance: 0n, maxBalance: 30_000_000n },
  { tier: 2, dailyLimit: 20_000_000n, singleLimit: 10_000_000n, minBalance: 0n, maxBalance: 50_000_000n },
  { tier: 3, dailyLimit: 500_000_000n, singleLimit: 500_000_000n, minBalance: 0n, maxBalance: null },
];
