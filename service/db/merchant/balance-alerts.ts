import type { Queryable, Transaction } from "../pool.ts";

/** The alert of a tenant. Kobo. */
export type BalanceAlertRow = { threshold: bigint; members: string[] | null; belowSince: Date | null };

// "<> 'wallet'" repeats the condition of the index of the few accounts that are no wallets.
const merchantAccount = "a.tenant = b.tenant and a.kind = 'merchant' and a.kind <> 'wallet'";
const columns = `threshold, members, below_since as "belowSince"`;

export async function findBalanceAlert(db: Queryable, tenant: number): Promise<BalanceAlertRow | undefined> {
  const { rows } = await db.query<BalanceAlertRow>(`select ${columns} from balance_alerts where tenant = $1`, [tenant]);
  return rows[0];
}

/** Sets the alert. A change of the amount alone does not mail again while the balance is still below. */
export async function upsertBalanceAlert(
  tx: Transaction,
  tenant: number,
  alert: { threshold: bigint; members: readonly string[] | null; at: Date },
): Promise<void> {
  await tx.query(
    `insert into balance_alerts (tenant, threshold, members, updated_at) values ($1, $2, $3, $4)
     on conflict (tenant) do update set threshold = excluded.threshold, members = excluded.members, updated_at = excluded.updated_at`,
    [tenant, alert.threshold, alert.members, alert.at],
  );
}

export async function deleteBalanceAlert(tx: Transaction, tenant: number): Promise<void> {
  await tx.query("delete from balance_alerts where tenant = $1", [tenant]);
}

/** How many of these are current members of the merchant. */
export async function countMembers(db: Queryable, merchantId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::int as count from members where merchant_id = $1 and id = any($2::uuid[]) and removed_at is null",
    [merchantId, ids],
  );
  return rows[0]?.count ?? 0;
}

/** The balance of the merchant wallet since it fell below the alert; undefined while it is not below. Kobo. */
export async function findLowBalance(
  db: Queryable,
  tenant: number,
): Promise<{ threshold: bigint; balance: bigint } | undefined> {
  const { rows } = await db.query<{ threshold: bigint; balance: bigint }>(
    `select b.threshold, a.balance from balance_alerts b
     join accounts a on ${merchantAccount}
     where b.tenant = $1 and a.balance < b.threshold`,
    [tenant],
  );
  return rows[0];
}

export type CrossedAlert = {
  tenant: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  businessName: string;
  threshold: bigint;
  balance: bigint;
  members: string[] | null;
  isBelow: boolean;
};

/** Marks one alert whose balance has crossed the amount, of any tenant. Skips those that another worker holds. */
export async function takeCrossedAlert(tx: Transaction, at: Date): Promise<CrossedAlert | undefined> {
  const { rows } = await tx.query<CrossedAlert>(
    `with crossed as (
       select b.tenant, a.balance, a.balance < b.threshold as is_below from balance_alerts b
       join accounts a on ${merchantAccount}
       where (a.balance < b.threshold) <> (b.below_since is not null)
       order by b.tenant limit 1 for update of b skip locked
     )
     update balance_alerts b set below_since = case when c.is_below then $1::timestamptz end
     from crossed c, tenants t, merchants m
     where b.tenant = c.tenant and t.id = b.tenant and m.id = t.merchant_id
     returning b.tenant, t.merchant_id as "merchantId", t.mode, m.business_name as "businessName", b.threshold, c.balance,
       b.members, c.is_below as "isBelow"`,
    [at],
  );
  return rows[0];
}
