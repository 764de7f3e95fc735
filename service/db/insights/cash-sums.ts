import type { Queryable } from "../pool.ts";
import { MOST_UNFOLDED, WITH_CURRENT_DAYS } from "../transactions/rollups.ts";

/**
 * The posted amounts of one group of kinds on one day. All days before the period are the day before it, all after it the day after it. A
 * kind without a group is a group of its own. Kobo.
 */
export type CashSumRow = { day: string; group: string; amount: bigint; fees: bigint };

/** `balances`: what all wallets hold now. `isComplete`: the sums include every posting of the same snapshot. Kobo. */
export type CashSums = { rows: CashSumRow[]; balances: bigint; isComplete: boolean };

/**
 * Reads the sums of a period with what is posted but not rolled up yet, and the balances they must equal, in one snapshot. All accounts of
 * the books together hold zero, so the wallets hold what the few internal accounts owe: nobody counts a million wallets.
 */
export async function findCashSums(
  db: Queryable,
  tenant: number,
  span: { from: string; to: string },
  groups: readonly { kind: string; group: string }[],
): Promise<CashSums> {
  const { rows } = await db.query<
    { balances: bigint; isComplete: boolean } & (CashSumRow | { [Name in keyof CashSumRow]: null })
  >(
    `${WITH_CURRENT_DAYS}, sums as (
       select least(greatest(day, $2::date - 1), $3::date + 1) as day, coalesce(g.name, kind) as "group",
         sum(amount)::bigint as amount, sum(fee_base + fee_merchant)::bigint as fees
       from posted left join unnest($5::text[], $6::text[]) g (kind, name) using (kind) group by 1, 2
     ), books as (
       select coalesce(-sum(balance), 0)::bigint as balances,
         -- In order, so that PostgreSQL reads the end of the index and not all transactions. Those with a number of another database were
         -- added up there.
         (select journal from transactions where tenant = $1 and journal > (select journal from progress) + $4
            and journal <= (select seqmax from pg_sequence where seqrelid = 'public.journal_ids'::regclass) order by journal limit 1)
           is null as complete
       from accounts where tenant = $1 and kind <> 'wallet' and kind <> 'merchant'
     )
     select b.balances, b.complete as "isComplete", s.day, s."group", s.amount, s.fees from books b left join sums s on true`,
    [tenant, span.from, span.to, MOST_UNFOLDED, groups.map(({ kind }) => kind), groups.map(({ group }) => group)],
  );
  const [first] = rows;
  if (!first) throw new Error("the books have no balances");
  return {
    balances: first.balances,
    isComplete: first.isComplete,
    rows: rows.filter((row): row is typeof row & CashSumRow => row.day !== null),
  };
}
