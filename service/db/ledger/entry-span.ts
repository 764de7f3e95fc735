import type { Queryable } from "../pool.ts";

/** Entries of an account by their numbers: `first` included, `end` not. */
export type EntrySpan = { first: bigint; end: bigint };

export const ALL_ENTRIES: EntrySpan = { first: 1n, end: 2n ** 63n - 1n };

// How far the clocks of two processes may be apart; entries are in the order of their booking.
const CLOCKS_APART_MS = 60_000;

/**
 * Where an account's entries between two instants lie, found by halving: there is no index by time, since each posting would
 * have to write it. Some of the span may lie up to a minute outside, so the instants are still to be compared.
 */
export async function findEntrySpan(
  db: Queryable,
  tenant: number,
  account: bigint,
  { from, to }: { from: Date; to: Date },
): Promise<EntrySpan> {
  const bounds = [new Date(from.getTime() - CLOCKS_APART_MS), new Date(to.getTime() + CLOCKS_APART_MS)];
  const { rows } = await db.query<{ seq: bigint }>(
    `with recursive halving (place, bound, low, high) as (
       select b.place, b.bound, 1::bigint, a.seq + 1
       from accounts a, unnest($3::timestamptz[]) with ordinality as b (bound, place)
       where a.tenant = $1 and a.id = $2
       union all
       select h.place, h.bound, case when e.at < h.bound then e.seq + 1 else h.low end,
         case when e.at < h.bound then h.high else e.seq end
       from halving h
       join entries e on e.tenant = $1 and e.account = $2 and e.seq = (h.low + h.high) / 2
       where h.low < h.high
     )
     select max(low) as seq from halving group by place order by place`,
    [tenant, account, bounds],
  );
  const [first, end] = rows;
  if (!first || !end) throw new Error(`there is no account ${account}`);
  return { first: first.seq, end: end.seq };
}
