import type { Queryable, Transaction } from "../pool.ts";

/** Adds the sums of card payments that are not added up yet to their days. */
export async function foldCardDays(tx: Transaction): Promise<void> {
  await tx.query(
    `with taken as (
       delete from card_day_deltas where ctid = any (array(select ctid from card_day_deltas limit 50000 for update skip locked))
       returning tenant, day, what, code, n, amount
     ), sums as (
       select tenant, day, what, code, sum(n) as n, sum(amount)::bigint as amount from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
     )
     insert into card_days as d (tenant, day, what, code, n, amount) select * from sums
     on conflict (tenant, day, what, code) do update set n = d.n + excluded.n, amount = d.amount + excluded.amount`,
  );
}

type CardSums = { what: "authorized" | "cleared" | "refunded" | "declined"; n: number; amount: bigint };
/** What happened to card payments on one day, and in a period or the one before it; `code` says why payments were declined. Kobo. */
export type CardDayRow = CardSums & { day: string };
export type CardPeriodRow = CardSums & { isNow: boolean; code: string };

/** Returns a tenant's card payments of the days from `from` to `to`, both included, with those that are not added up yet. Decision 0147. */
export async function findCardSums(
  db: Queryable,
  tenant: number,
  span: { from: string; since: string; to: string },
): Promise<{ days: CardDayRow[]; periods: CardPeriodRow[] }> {
  const { rows } = await db.query<(CardDayRow & { isNow: null }) | (CardPeriodRow & { day: null })>(
    `with counted as (
       select day, day >= $4 as is_now, what, code, n, amount from (
         select day, what, code, n, amount from card_days where tenant = $1 and day between $2 and $3
         union all
         select day, what, code, n, amount from card_day_deltas where tenant = $1 and day between $2 and $3
       ) both_of
     )
     select day, is_now as "isNow", what, code, coalesce(sum(n), 0)::int as n, coalesce(sum(amount), 0)::bigint as amount
     from counted group by grouping sets ((day, what), (is_now, what, code)) having sum(n) <> 0 or sum(amount) <> 0`,
    [tenant, span.from, span.to, span.since],
  );
  return {
    days: rows.filter((row): row is typeof row & CardDayRow => row.day !== null),
    periods: rows.filter((row): row is typeof row & CardPeriodRow => row.day === null),
  };
}
