/** Narrows lists of customers' wallets. A missing property does not filter. */
export type WalletFilter = {
  frozen?: boolean | undefined;
  tier?: 1 | 2 | 3 | undefined;
  postNoCredit?: boolean | undefined;
  tag?: string | undefined;
  /** The first day of a month or a week, Lagos time. */
  activeIn?: { month: string } | { week: string } | undefined;
  /** Lagos days, both included. */
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  /** Kobo, both included. */
  minBalance?: bigint | undefined;
  maxBalance?: bigint | undefined;
  /** `today` is the Lagos day whose spending counts. */
  nearLimit?: { of: "balance" } | { of: "daily"; today: string } | undefined;
};

const BOOLEANS = [false, true] as const;
const TIERS = [1, 2, 3] as const;

const NARROWING = ["tag", "activeIn", "createdFrom", "createdTo", "minBalance", "maxBalance", "nearLimit"] as const;

/** Whether a list has filters other than the states that an index has. */
export function isNarrowed(filter: WalletFilter): boolean {
  return NARROWING.some((name) => filter[name] !== undefined);
}

/** Numbers the values of a statement and keeps them. */
type AddValue = (value: unknown) => string;

/**
 * SQL of the wallets of a narrowed list, and its values from `$first` on. Tags, activity and days of creation are ranges of an index. Balances
 * are in none, since every posting would have to write it: their filter reads the wallets of the merchant.
 */
export function narrowedSql(filter: WalletFilter, first: number): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const value: AddValue = (one) => `$${first + values.push(one) - 1}`;
  const sql = `select id from (
      select a.id from accounts a ${joinsOf(filter, value)} where a.tenant = $1 and a.kind = 'wallet'${conditionsOf(filter, value)}
    ) narrowed where true`;
  return { sql, values };
}

function joinsOf({ tag, activeIn, createdFrom, createdTo, nearLimit }: WalletFilter, value: AddValue): string {
  const joins: string[] = [];
  if (tag !== undefined) {
    joins.push(`join wallet_tags t on t.tenant = $1 and t.account_id = a.id and t.tag = ${value(tag)}`);
  }
  if (activeIn) {
    const active = "month" in activeIn ? "wallet_months m" : "wallet_weeks m";
    const start = "month" in activeIn ? `m.month = ${value(activeIn.month)}` : `m.week = ${value(activeIn.week)}`;
    joins.push(`join ${active} on m.tenant = $1 and m.wallet = a.id and ${start}::date`);
  }
  if (createdFrom !== undefined || createdTo !== undefined) {
    const from =
      createdFrom === undefined
        ? ""
        : `and w.created_at >= ${value(createdFrom)}::date::timestamp at time zone 'Africa/Lagos'`;
    const to =
      createdTo === undefined
        ? ""
        : `and w.created_at < (${value(createdTo)}::date + 1)::timestamp at time zone 'Africa/Lagos'`;
    joins.push(`join wallets w on w.tenant = $1 and w.account_id = a.id and w.customer_id is not null ${from} ${to}`);
  }
  if (nearLimit) joins.push("join tier_rules r on r.tenant = $1 and r.tier = a.tier");
  return joins.join(" ");
}

function conditionsOf(
  { frozen, tier, postNoCredit, minBalance, maxBalance, nearLimit }: WalletFilter,
  value: AddValue,
) {
  const conditions: string[] = [];
  const where = (condition: string, given: unknown) => {
    if (given !== undefined) conditions.push(` and ${condition} ${value(given)}`);
  };
  where("a.frozen =", frozen);
  where("a.post_no_credit =", postNoCredit);
  where("a.tier =", tier);
  where("a.balance >=", minBalance);
  where("a.balance <=", maxBalance);
  if (nearLimit?.of === "balance") conditions.push(" and a.balance * 10 > r.max_balance * 9");
  if (nearLimit?.of === "daily") {
    conditions.push(" and a.spent * 10 > r.daily_limit * 9");
    where("a.day >=", nearLimit.today);
  }
  return conditions.join("");
}

// Every state is a range of one index, read backwards and only as far as the page needs.
export function branchesOf(filter: WalletFilter, firstValue: number): { branches: string[]; values: unknown[] } {
  if (isNarrowed(filter)) {
    const { sql, values } = narrowedSql(filter, firstValue);
    return { branches: [sql], values };
  }
  const { frozen, tier, postNoCredit } = filter;
  const branches = BOOLEANS.filter((one) => frozen === undefined || one === frozen).flatMap((isFrozen) =>
    BOOLEANS.filter((one) => postNoCredit === undefined || one === postNoCredit).flatMap((isBlocked) =>
      TIERS.filter((one) => tier === undefined || one === tier).map(
        (nth) => `select id from accounts where tenant = $1 and kind = 'wallet' and frozen = ${isFrozen}
          and post_no_credit = ${isBlocked} and tier = ${nth}`,
      ),
    ),
  );
  return { branches, values: [] };
}
