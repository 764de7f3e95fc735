import type { Queryable } from "../pool.ts";
import { MOST_UNFOLDED } from "../transactions/rollups.ts";

/** The posted amounts of one kind: of one day of the period, of all days before it, or of all days after it. Kobo. */
export type CashSumRow = {
  day: string | "before" | "after";
  kind: string;
  amount: bigint;
  feeBase: bigint;
  feeMerchant: bigint;
};

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
): Promise<CashSums> {
  const { rows } = await db.query<
    { balances: bigint; isComplete: boolean } & (CashSumRow | { [Name in keyof CashSumRow]: null })
  >(
    `with progress as (select journal from rollup_progress), posted as (
       select day, kind, amount, fee_base, fee_merchant from transaction_days where tenant = $1
       union all
       select (at at time zone 'Africa/Lagos')::date, kind, amount, fee_base, fee_merchant from transactions
       where tenant = $1 and journal > (select journal from progress) and journal <= (select journal from progress) + $4
     ), sums as (
       select case when day < $2 then 'before' when day > $3 then 'after' else day::text end as day, kind,
         sum(amount)::bigint as amount, sum(fee_base)::bigint as fee_base, sum(fee_merchant)::bigint as fee_merchant
       from posted group by 1, 2
     ), books as (
       select coalesce(-sum(balance), 0)::bigint as balances,
         -- In order, so that PostgreSQL reads the end of the index and not all transactions.
         (select journal from transactions where tenant = $1 and journal > (select journal from progress) + $4 order by journal limit 1)
           is null as complete
       from accounts where tenant = $1 and kind <> 'wallet' and kind <> 'merchant'
     )
     select b.balances, b.complete as "isComplete", s.day, s.kind, s.amount, s.fee_base as "feeBase", s.fee_merchant as "feeMerchant"
     from books b left join sums s on true order by s.day, s.kind`,
    [tenant, span.from, span.to, MOST_UNFOLDED],
  );
  const [first] = rows;
  if (!first) throw new Error("the books have no balances");
  return {
    balances: first.balances,
    isComplete: first.isComplete,
    rows: rows.filter((row): row is typeof row & CashSumRow => row.day !== null),
  };
}
