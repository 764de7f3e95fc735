import type { Queryable } from "../pool.ts";
import type { TransactionKind } from "../transactions/transaction-line.ts";

/** The number of lines that can be paged through. A page is found by reading all newer lines. */
export const ACTIVITY_BOUND = 50_000;

type Happened = { id: string; at: Date; actorKind: string; actorName: string };

/** An audit row of the wallet or its customer. */
export type ActivityAuditRow = Happened & {
  action: string;
  reason: string | null;
  tierBefore: WireTier | null;
  tierAfter: WireTier | null;
  transactionKind: null;
};

type WireTier = `TIER_${1 | 2 | 3}`;

/**
 * An entry of the wallet's account with its transaction, as seen from this wallet. `delta` is negative for outgoing
 * money and includes `fee`. The counterparty is null where it is not a customer's wallet. Kobo.
 */
export type ActivityTransaction = Happened & {
  transactionKind: TransactionKind;
  delta: bigint;
  fee: bigint;
  balanceAfter: bigint;
  reference: string;
  narration: string | null;
  note: string | null;
  counterpartyName: string | null;
  counterpartyAccountNumber: string | null;
};

export type WalletActivityRow = ActivityAuditRow | ActivityTransaction;
export type WalletActivityPage = { total: bigint; rows: WalletActivityRow[] };

/**
 * Returns a page of the activity of a customer's wallet, newest first, and the number of all lines; undefined where the
 * tenant has no such customer. One statement reads both histories backwards along their indexes, only as far as the
 * page needs. The gapless `seq` counts an account's entries.
 */
export async function findWalletActivity(
  db: Queryable,
  tenant: number,
  customerId: string,
  page: { limit: number; offset: number },
): Promise<WalletActivityPage | undefined> {
  // Not null: "action". A line without a transaction is of the audit log.
  const { rows } = await db.query<(WalletActivityRow | { id: null }) & { total: bigint }>(
    `with wallet as (
       select w.id::text as id, w.customer_id::text as customer_id, w.account_id, a.seq
       from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
       where w.tenant = $1 and w.customer_id = $2
     ), audited as (
       select l.* from wallet w join audit_log l on l.tenant = $1
         and (l.object_kind = 'wallet' and l.object_id = w.id or l.object_kind = 'customer' and l.object_id = w.customer_id)
         -- Their transactions are among the entries.
         and l.action not in ('wallet.credit', 'wallet.debit')
     ), moved as (
       select e.account, e.seq, e.transaction, e.delta, e.balance_after, e.at
       from wallet w cross join lateral (
         select * from entries where tenant = $1 and account = w.account_id order by seq desc limit $3::bigint + $4::bigint
       ) e
     ), line as (
       select l.id, l.at, 0::bigint as seq, l.actor_kind, l.actor_name, l.action, l.reason,
         case when l.action = 'customer.change_tier' then l.before ->> 'tier' end as tier_before,
         case when l.action = 'customer.change_tier' then l.after ->> 'tier' end as tier_after, null::text as kind,
         null::bigint as delta, null::bigint as fee, null::bigint as balance_after, null::text as reference,
         null::text as narration, null::text as note,
         null::text as counterparty_name, null::text as counterparty_number
       from (select * from audited order by at desc, id desc limit $3::bigint + $4::bigint) l
       union all
       select t.id, m.at, m.seq, split_part(t.actor, ':', 1),
         -- A join on a function of the actor could not use the index of members under its policy (decision 0084).
         coalesce((
           select u.first_name || ' ' || u.last_name from members b join users u on u.id = b.user_id
           where b.id = case when t.actor like 'member:%' then split_part(t.actor, ':', 2)::uuid end
         ), ''),
         null, null, null, null, t.kind, m.delta,
         case when m.account = t.source then t.fee_base + t.fee_merchant else 0 end, m.balance_after, t.reference,
         t.narration, t.note,
         c.account_name, c.account_number
       from moved m cross join lateral (
         -- By key: a merchant that the statistics do not know yet seems to have no transactions.
         select * from transactions where tenant = $1 and id = m.transaction limit 1
       ) t
       left join wallets c on c.tenant = $1 and c.customer_id is not null
         and c.account_id = case when m.account = t.source then t.destination else t.source end
     )
     select w.seq + (select count(*) from audited) as total, p.id, p.at, p.actor_kind as "actorKind",
       p.actor_name as "actorName", p.action, p.reason, p.tier_before as "tierBefore", p.tier_after as "tierAfter", p.kind as "transactionKind", p.delta, p.fee,
       p.balance_after as "balanceAfter", p.reference, p.narration, p.note, p.counterparty_name as "counterpartyName",
       p.counterparty_number as "counterpartyAccountNumber"
     from wallet w
     left join (select * from line order by at desc, seq desc, id desc limit $3::bigint offset $4::bigint) p on true
     order by p.at desc, p.seq desc, p.id desc`,
    [tenant, customerId, page.limit, page.offset],
  );
  const [first] = rows;
  // A page past the end is one row with the total and nulls.
  return first && { total: first.total, rows: rows.filter((row) => row.id !== null) };
}
