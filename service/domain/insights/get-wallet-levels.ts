import type { WalletLevels } from "../../../contract/insights-customers.ts";
import { findLevelsAt, findWalletLevels, type WalletLevelRow } from "../../db/insights/wallet-levels.ts";
import { koboToWire, koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";

/** The lowest balance of each range after the first, which is the empty wallets. Kobo. */
export const RANGE_BOUNDS: readonly bigint[] = [1n, 1_000_00n, 10_000_00n, 100_000_00n, 1_000_000_00n];

/** Wallets by tier and balance, and how many are above 90 % of a limit, as counted by the worker. Kobo. Decision 0143. */
export async function getWalletLevels(ctx: Context): Promise<WalletLevels> {
  const [at, levels] = await Promise.all([findLevelsAt(ctx.db), findWalletLevels(ctx.db, ctx.tenant.id)]);
  const walletsOf = (some: readonly WalletLevelRow[]) => some.reduce((sum, { wallets }) => sum + wallets, 0);
  return {
    asOf: at?.toISOString() ?? null,
    tiers: ([1, 2, 3] as const).map((tier) => ({
      tier: `TIER_${tier}` as const,
      wallets: walletsOf(levels.filter((row) => row.tier === tier)),
    })),
    over90: {
      maxBalance: levels.reduce((sum, { nearMaxBalance }) => sum + nearMaxBalance, 0),
      dailyLimit: levels.reduce((sum, { nearDailyLimit }) => sum + nearDailyLimit, 0),
    },
    balances: [0n, ...RANGE_BOUNDS].map((from, range) => {
      const inRange = levels.filter((row) => row.range === range);
      const to = RANGE_BOUNDS[range];
      return {
        from: koboToWire(from),
        to: to === undefined ? null : koboToWire(to),
        wallets: walletsOf(inRange),
        balance: koboToWireEdge(inRange.reduce((sum, { balance }) => sum + balance, 0n)),
      };
    }),
  };
}
