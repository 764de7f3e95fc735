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
       count(*) filter (where a.balance * 10 > r.max_balance * 9),
       count(*) filter (where a.day >= $1 and a.spent * 10 > r.daily_limit * 9)
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

/** Returns a tenant's wallets by tier and range of balances. Kobo. */
export async function findWalletLevels(db: Queryable, tenant: number): Promise<WalletLevelRow[]> {
  const { rows } = await db.query<WalletLevelRow>(
    `select tier, range, wallets, balance, near_max_balance as "nearMaxBalance", near_daily_limit as "nearDailyLimit"
     from wallet_levels where tenant = $1`,
    [tenant],
  );
  return rows;
}

/** Returns when the wallets were last counted by tier and range of balances. */
export async function findLevelsAt(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>("select levels_at as at from activity_progress");
  return rows[0]?.at ?? null;
}
