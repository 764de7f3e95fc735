import { plainArray, textArray } from "../array-literal.ts";
import type { Queryable } from "../pool.ts";
import { isNotReversed } from "../transactions/reversals.ts";
import type { Operation } from "./batches.ts";

/** A posted transaction that a payment may repeat; `batch` and `batchReference` are null where no batch paid it. */
export type EarlierPayment = { transaction: string; batch: string | null; batchReference: string | null; at: Date };

/** A posted transaction that used a reference, with what it moved between which accounts. Kobo. */
export type PaidReference = EarlierPayment & {
  reference: string;
  kind: string;
  amount: bigint;
  source: bigint;
  destination: bigint;
  /** It was taken back: its reference stays used, but it is not paid any more. */
  isReversed: boolean;
};

const earlier = `t.id as transaction, t.batch, b.reference as "batchReference", t.at`;

// Each transaction is looked up by its key, which `limit 1` enforces: for a merchant that the statistics do not know yet, PostgreSQL would
// expect no transactions, and compare each payment with all of them (decision 0203). As a subquery or a column the tenant is any tenant to
// the planner (decision 0049).
const postedUnder = (reference: string) => `select id, kind, reference, batch, source, destination, amount, at
    from transactions where tenant = (select $1::int) and reference = ${reference} and status = 'success' limit 1`;

const isNotTakenBack = isNotReversed("(select $1::int)", "t.id");

/** How many entries of a wallet are searched for an equal payment. */
const SEARCHED_ENTRIES = 20;

type Equal = Record<"account" | "amount" | "kind" | "since", string>;
const newestEqual = ({ account, amount, kind, since }: Equal) => `select paid.id, paid.batch, paid.at from (
      select e.tenant, e.transaction from entries e
      where e.tenant = $1 and e.account = ${account} order by e.seq desc limit ${SEARCHED_ENTRIES}
    ) entry cross join lateral (
      select id, kind, batch, amount, at, reversal_of from transactions
      where tenant = entry.tenant and id = entry.transaction limit 1
    ) paid
    where paid.kind = ${kind} and paid.reversal_of is null and paid.amount = ${amount} and paid.at >= ${since}
      and ${isNotReversed("entry.tenant", "paid.id")}
    order by paid.at desc limit 1`;

/** Returns the posted transactions with these references. */
export async function findPaidReferences(
  db: Queryable,
  tenant: number,
  references: readonly string[],
): Promise<PaidReference[]> {
  if (references.length === 0) return [];
  const { rows } = await db.query<PaidReference>({
    name: "find-paid-references",
    text: `select t.reference, t.kind, t.amount, t.source, t.destination, not ${isNotTakenBack} as "isReversed", ${earlier}
      from unnest($2::text[]) as wanted (reference) cross join lateral (${postedUnder("wanted.reference")}) t
      left join batches b on b.tenant = $1 and b.id = t.batch`,
    values: [tenant, textArray(references)],
  });
  return rows;
}

/**
 * Returns for each payment the newest equal one since `since` that was not taken back: same direction, wallet and amount, among the last 20
 * entries of the wallet. By position in `payments`. Kobo.
 */
export async function findRecentPayments(
  db: Queryable,
  tenant: number,
  operation: Operation,
  { payments, since }: { payments: readonly { account: bigint; amount: bigint }[]; since: Date },
): Promise<Map<number, EarlierPayment>> {
  if (payments.length === 0) return new Map();
  const { rows } = await db.query<EarlierPayment & { nth: number }>({
    name: "find-recent-payments",
    text: `select wanted.nth::int, ${earlier}
      from unnest($2::bigint[], $3::bigint[]) with ordinality as wanted (account, amount, nth)
      cross join lateral (${newestEqual({ account: "wanted.account", amount: "wanted.amount", kind: "$4", since: "$5" })}) t
      left join batches b on b.tenant = $1 and b.id = t.batch`,
    values: [
      tenant,
      plainArray(payments.map(({ account }) => account)),
      plainArray(payments.map(({ amount }) => amount)),
      operation,
      since,
    ],
  });
  return new Map(rows.map(({ nth, ...payment }) => [nth - 1, payment]));
}

/** Pending items of a batch that repeat earlier payments, by the batch that made these (null: no batch). */
export type RepeatedItems = {
  /** `paid`: under the same reference; `recent`: equal payments since then. */
  kind: "paid" | "recent";
  items: number;
  batch: string | null;
  batchReference: string | null;
  at: Date;
};

/**
 * Returns how many of the first `rows` items of a pending batch repeat earlier payments, the batch with the most first. An item that was
 * paid under its own reference does not count as recent, and none counts that was taken back.
 */
export async function findRepeatedItems(
  db: Queryable,
  tenant: number,
  { batch, kind, rows: limit, since }: { batch: string; kind: Operation | "transfer"; rows: number; since: Date },
): Promise<RepeatedItems[]> {
  // Not null: "at". Each found item has the instant of a transaction.
  const { rows } = await db.query<RepeatedItems>({
    name: "find-repeated-items",
    text: `with item as (
        select i.row, i.reference, i.amount, coalesce(c.account_id, w.account_id, n.account_id) as account
        from batch_items i
        left join wallets c on c.tenant = $1 and c.customer_id = i.customer_id
        left join wallets w on w.tenant = $1 and w.id = i.wallet_id
        left join wallets n on n.tenant = $1 and n.account_number = i.account_number
        where i.tenant = $1 and i.batch = $2 and i.status = 'pending' and i.row <= $4
      ), found as (
        select case when paid.id is null then 'recent' else 'paid' end as kind,
          coalesce(paid.batch, equal.batch) as batch, coalesce(paid.at, equal.at) as at
        from item
        left join lateral (
          select t.id, t.batch, t.at from (${postedUnder("item.reference")}) t
          where t.kind = $3 and t.amount = item.amount
            and item.account = case $3 when 'debit' then t.source else t.destination end
            and ${isNotTakenBack}
        ) paid on true
        left join lateral (
          ${newestEqual({ account: "item.account", amount: "item.amount", kind: "$3", since: "$5" })}
        ) equal on paid.id is null
        where paid.id is not null or equal.id is not null
      )
      select f.kind, count(*)::int as items, b.id as batch, b.reference as "batchReference", min(f.at) as at
      from found f left join batches b on b.tenant = $1 and b.id = f.batch
      group by f.kind, b.id, b.reference order by count(*) desc`,
    values: [tenant, batch, kind, limit, since],
  });
  return rows;
}
