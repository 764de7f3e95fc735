import type { Queryable } from "../pool.ts";

/** A range of entry numbers of an account: `first` is included, `end` is not. */
export type EntrySpan = { first: bigint; end: bigint };

export const ALL_ENTRIES: EntrySpan = { first: 1n, end: 2n ** 63n - 1n };

// The largest difference between the clocks of two processes. Entries are in booking order.
const CLOCKS_APART_MS = 60_000;

/**
 * Finds the entries of an account between two instants by binary search. There is no index by time, since every posting
 * would have to write it. The range may reach up to a minute beyond the instants, so the caller compares them too.
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
