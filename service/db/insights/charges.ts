import type { Queryable, Transaction } from "../pool.ts";
import { MOST_UNFOLDED } from "../transactions/rollups.ts";

// Journals per run. The past is added in steps of this size, each in a transaction of its own.
const JOURNALS_PER_RUN = 20_000n;

// Starts from the few accounts of these kinds, not from the transactions that book to them.
const CHARGED = `select t.tenant, (t.at at time zone 'Africa/Lagos')::date as day, t.kind,
    case a.kind when 'vat_payable' then 'vat' else 'duty' end as charge, t.amount
  from transactions t
  join accounts a on a.tenant = t.tenant and a.id = t.destination and a.kind <> 'wallet' and a.kind in ('vat_payable', 'duty_payable')`;

/**
 * Adds VAT and duty of one step of journals that transaction_days has already. Returns whether there is more. Any number of processes may
 * run it; one works at a time. Decision 0141.
 */
export async function foldCharges(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ isBehind: boolean }>(
    `with old as (
       select c.journal as after, least(r.journal, c.journal + $1) as up_to, r.journal as folded
       from charge_progress c cross join rollup_progress r for update of c skip locked
     ), step as (
       update charge_progress c set journal = old.up_to from old where old.up_to > old.after returning c.journal
     ), folded as (
       insert into charge_days as d (tenant, day, kind, charge, amount)
       select tenant, day, kind, charge, sum(amount)::bigint from (
         ${CHARGED} where t.journal > (select after from old) and t.journal <= (select up_to from old)
       ) charged group by 1, 2, 3, 4
       on conflict (tenant, day, kind, charge) do update set amount = d.amount + excluded.amount
     )
     select up_to < folded as "isBehind" from old`,
    [JOURNALS_PER_RUN],
  );
  return rows[0]?.isBehind ?? false;
}

/** VAT and duty of tenant `$1` by day and kind, and what was posted since the last run, at most `$4` journals. */
export const CHARGED_DAYS = `with progress as (
  select c.journal, r.journal - c.journal <= $4 as complete from charge_progress c cross join rollup_progress r
), booked as (
  select day, kind, charge, amount from charge_days where tenant = $1
  union all
  select day, kind, charge, amount from (
    ${CHARGED}
    where t.tenant = $1 and t.journal > (select journal from progress) and t.journal <= (select journal from progress) + $4
  ) charged
)`;

/** VAT or duty of one kind of transaction in a period, or in the one before it. Kobo. */
export type ChargeRow = { isNow: boolean; kind: string; charge: "vat" | "duty"; amount: bigint };

/**
 * Returns a tenant's VAT and duty of two periods, the days from `from` and those from `since` to `to`, both included, with those that are
 * not added up yet; and whether these are all: after an upgrade the worker adds up the past first.
 */
export async function findCharges(
  db: Queryable,
  tenant: number,
  span: { from: string; since: string; to: string },
): Promise<{ charges: ChargeRow[]; isComplete: boolean }> {
  const { rows } = await db.query<{ isComplete: boolean } & (ChargeRow | { isNow: null })>(
    `${CHARGED_DAYS}, sums as (
       select day >= $5 as is_now, kind, charge, sum(amount)::bigint as amount from booked where day between $2 and $3 group by 1, 2, 3
     )
     select p.complete as "isComplete", s.is_now as "isNow", s.kind, s.charge, s.amount from progress p left join sums s on true`,
    [tenant, span.from, span.to, MOST_UNFOLDED, span.since],
  );
  return {
    charges: rows.filter((row): row is typeof row & ChargeRow => row.isNow !== null),
    isComplete: rows[0]?.isComplete ?? false,
  };
}
