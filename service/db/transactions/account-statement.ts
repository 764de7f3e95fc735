import type { EntrySpan } from "../ledger/entry-span.ts";
import type { Queryable } from "../pool.ts";
import type { TransactionKind } from "./transaction-line.ts";

export type StatementAccount = { account: bigint; name: string; accountNumber: string };

/** Returns the account of a customer's wallet, or of the merchant's own where `customerId` is null. */
export async function findStatementAccount(
  db: Queryable,
  tenant: number,
  customerId: string | null,
): Promise<StatementAccount | undefined> {
  const columns = `w.account_id as account, w.account_name as name, w.account_number as "accountNumber"`;
  const { rows } =
    customerId === null
      ? await db.query<StatementAccount>(
          `select ${columns} from accounts a join wallets w on w.tenant = a.tenant and w.account_id = a.id
           where a.tenant = $1 and a.kind = 'merchant' and a.kind <> 'wallet'`,
          [tenant],
        )
      : await db.query<StatementAccount>(
          `select ${columns} from wallets w where w.tenant = $1 and w.customer_id = $2`,
          [tenant, customerId],
        );
  return rows[0];
}

/** The entries `first` to `last` of an account, both included, and the balance before them. Kobo. */
export type StatementSpan = { first: bigint; last: bigint; openingBalance: bigint };

/**
 * Returns the entries of an account between two instants. `within` is their range up to a minute, so that each side reads only the
 * entries of that minute. Without entries `last` is before `first`.
 */
export async function findStatementSpan(
  db: Queryable,
  { tenant, account, within, from, to }: { tenant: number; account: bigint; within: EntrySpan; from: Date; to: Date },
): Promise<StatementSpan> {
  // Not null: "first". The account exists, and accounts are never deleted.
  const { rows } = await db.query<StatementSpan>(
    `with bounds as (
       select
         coalesce(
           (select seq from entries where tenant = $1 and account = $2 and seq >= $3 and at >= $5 order by seq limit 1),
           (select seq + 1 from accounts where tenant = $1 and id = $2)
         ) as first,
         coalesce(
           (select seq from entries where tenant = $1 and account = $2 and seq < $4 and at <= $6 order by seq desc limit 1),
           0
         ) as last
     )
     select b.first, b.last, coalesce(
       (select balance_after from entries where tenant = $1 and account = $2 and seq = b.first - 1), 0
     ) as "openingBalance"
     from bounds b`,
    [tenant, account, within.first, within.end, from, to],
  );
  const [span] = rows;
  if (!span) throw new Error("a select without from returned no row");
  return span;
}

/** Returns what came in and went out in a range of entries, and the balance after its last entry. Kobo. */
export async function sumEntries(
  db: Queryable,
  { tenant, account, first, last }: { tenant: number; account: bigint; first: bigint; last: bigint },
): Promise<{ totalIn: bigint; totalOut: bigint; closingBalance: bigint | null }> {
  const { rows } = await db.query<{ totalIn: bigint; totalOut: bigint; closingBalance: bigint | null }>(
    `select coalesce(sum(delta) filter (where delta > 0), 0)::bigint as "totalIn",
       coalesce(-sum(delta) filter (where delta < 0), 0)::bigint as "totalOut",
       (select balance_after from entries where tenant = $1 and account = $2 and seq = $4) as "closingBalance"
     from entries where tenant = $1 and account = $2 and seq >= $3 and seq <= $4`,
    [tenant, account, first, last],
  );
  const [sums] = rows;
  if (!sums) throw new Error("a sum returned no row");
  return sums;
}

/** An entry with its transaction; `kind` is null for a batch, whose payments share one entry. `other` is the other side. Kobo. */
export type StatementEntry = {
  seq: bigint;
  at: Date;
  delta: bigint;
  balanceAfter: bigint;
  kind: TransactionKind | null;
  reference: string | null;
  text: string | null;
  isReversal: boolean;
  other: string | null;
};

/**
 * Returns up to `limit` entries of a range in their order. Plain joins would compare each with all transactions and payouts of a merchant
 * that the statistics do not know yet (decision 0203).
 */
export async function findStatementEntries(
  db: Queryable,
  {
    tenant,
    account,
    first,
    last,
    limit,
  }: { tenant: number; account: bigint; first: bigint; last: bigint; limit: number },
): Promise<StatementEntry[]> {
  const { rows } = await db.query<StatementEntry>(
    `select e.seq, e.at, e.delta, e.balance_after as "balanceAfter", t.kind, t.reference,
       coalesce(t.narration, t.description) as text, t.reversal_of is not null as "isReversal",
       coalesce(p.account_name || ', ' || p.bank_name, t.metadata ->> 'senderName', o.account_name) as other
     from entries e
     left join lateral (
       select kind, reference, narration, description, reversal_of, metadata, source, destination from transactions
       where tenant = e.tenant and id = e.transaction limit 1
     ) t on true
     left join lateral (
       select account_name, bank_name from payouts where tenant = e.tenant and id = e.transaction limit 1
     ) p on true
     left join wallets o on o.tenant = e.tenant
       and o.account_id = case when t.source = e.account then t.destination else t.source end
     where e.tenant = $1 and e.account = $2 and e.seq >= $3 and e.seq <= $4 order by e.seq limit $5`,
    [tenant, account, first, last, limit],
  );
  return rows;
}
