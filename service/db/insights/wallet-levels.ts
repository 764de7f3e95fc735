import type { Queryable, Transaction } from "../pool.ts";

/**
 * Counts the customers' wallets of all tenants by tier and range of balances, unless another process does or somebody did since `before`.
 * `day` is today in Lagos, `bounds` the lowest balance of each range after the first. Kobo. Returns whether it counted.
 */
export async function countWalletLevels(
  tx: Transaction,
  { at, before, day, bounds }: { at: Date; before: Date; day: string; bounds: readonly bigint[] },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from activity_progress where levels_at is null or levels_at <= $1 for update skip locked`,
    [before],
  );
  if (rowCount === 0) return false;
  await tx.query("delete from wallet_levels");
  await tx.query(
    `insert into wallet_levels (tenant, tier, range, wallets, balance, near_max_balance, near_daily_limit)
     select a.tenant, a.tier, width_bucket(a.balance, $2::bigint[]), count(*), sum(a.balance),
       count(*) filter (where a.balance > r.max_balance * 0.9),
       count(*) filter (where a.day >= $1 and a.spent > r.daily_limit * 0.9)
     from accounts a join tier_rules r on r.tenant = a.tenant and r.tier = a.tier
     where a.kind = 'wallet' group by 1, 2, 3`,
    [day, bounds],
  );
  await tx.query("update activity_progress set levels_at = $1", [at]);
  return true;
}

export type WalletLevelRow = {
  tier: 1 | 2 | 3;
  range: number;
  wallets: number;
  balance: bigint;
  nearMaxBalance: number;
  nearDailyLimit: number;
};

/** Returns a tenant's wallets by tier and range of balances, and when they were counted. Kobo. */
export async function findWalletLevels(
  db: Queryable,
  tenant: number,
): Promise<{ at: Date | null; levels: WalletLevelRow[] }> {
  const { rows } = await db.query<WalletLevelRow & { at: Date | null }>(
    `select p.levels_at as at, l.tier, l.range, l.wallets, l.balance, l.near_max_balance as "nearMaxBalance",
       l.near_daily_limit as "nearDailyLimit"
     from activity_progress p left join wallet_levels l on l.tenant = $1 order by l.tier, l.range`,
    [tenant],
  );
  return { at: rows[0]?.at ?? null, levels: rows.filter(({ tier }) => tier !== null) };
}
