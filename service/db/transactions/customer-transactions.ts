import type { EntrySpan } from "../ledger/entry-span.ts";
import type { Queryable } from "../pool.ts";
import {
  type AmountRange,
  LIST_BOUND,
  type ListPage,
  type PageRow,
  pageOf,
  type TransactionPage,
} from "./merchant-transactions.ts";
import { lineColumns, lineJoins, PAGE_ROWS, type TransactionKind, type TransactionLine } from "./transaction-line.ts";
import type { TransactionMatches } from "./transaction-search.ts";

/**
 * The filter of a wallet's list; `null` does not filter. `isPayer`: only payments by the wallet, or only payments to
 * it.
 */
export type CustomerListFilter = {
  account: bigint;
  kinds: readonly TransactionKind[] | null;
  isPayer: boolean | null;
  status: TransactionLine["status"] | null;
  from: Date;
  to: Date;
  entries: EntrySpan;
  /** Null: any amount. */
  amounts: AmountRange | null;
};

/** The list continues after this entry and after this transaction that was not posted. Null: none was read yet. */
export type CustomerListCursor = { seq: bigint | null; notPosted: { at: Date; id: string } | null };

const PAYS = "t.source = $2";

// Within an instant the order is the booking order, so that each balance follows from the previous one.
const posted = `select e.transaction as id, e.at, e.seq from entries e
  where e.tenant = $1 and e.account = $2 and e.at >= $3 and e.at <= $4 and e.seq >= ($5::bigint[])[1] and e.seq < ($5::bigint[])[2]
    and ($6::text is null or $6 = 'success')
    and ($7::boolean is null or (e.delta < 0) = $7)`;
// Looks up each transaction separately: `limit 1` keeps the planner from reading the transactions of all wallets.
const postedOf = (condition: string) => `select listed.* from (${posted}) listed cross join lateral (
    select from transactions t where t.tenant = $1 and t.id = listed.id and ${condition} limit 1
  ) t`;

const isOfKind = "($8::text[] is null or t.kind = any($8))";
const isMatch = `(t.source = any($13) or t.destination = any($13) or t.id = any($14)
    or exists (select from unnest($11::text[], $12::text[]) as prefix (first, last)
               where t.reference ~>=~ prefix.first and t.reference ~<=~ prefix.last))`;

function notPosted(side: "source" | "destination"): string {
  return `select t.id, t.at, null::bigint as seq from transactions t
  where t.tenant = $1 and t.${side} = $2 and t.status <> 'success' and t.at >= $3 and t.at <= $4
    and (t.at, t.id) < ($9::timestamptz, $10::uuid)
    and ($6::text is null or t.status = $6)
    and ($7::boolean is null or $7 = ${side === "source"})
    and ${isOfKind}`;
}

type PageOptions = {
  isOfKinds: boolean;
  isSearched: boolean;
  isCounted: boolean;
  hasMetadata?: boolean | undefined;
  isOfAmounts?: boolean;
};

/** The statement of a page of a wallet's list; tests `explain` it. */
export function customerPageSql(options: PageOptions): string {
  const { isOfAmounts = false } = options;
  const firstAmount = options.isSearched ? 17 : 13;
  const isOfAmount = isOfAmounts ? ` and t.amount between $${firstAmount} and $${firstAmount + 1}` : "";
  const and = (options.isSearched ? ` and ${isMatch}` : "") + isOfAmount;
  const isNarrowed = options.isOfKinds || options.isSearched || isOfAmounts;
  // Each branch reads only as many rows as the page needs: the wallet's entries, and its transactions that were not
  // posted.
  const branches = [
    { sql: isNarrowed ? postedOf(isOfKind + and) : posted, order: "seq desc" },
    { sql: notPosted("source") + and, order: "at desc, id desc" },
    { sql: notPosted("destination") + and, order: "at desc, id desc" },
  ];
  const [limit, offset] = options.isSearched ? ["$15::bigint", "$16::bigint"] : ["$11::bigint", "$12::bigint"];
  const upTo = (rows: string) =>
    branches.map(({ sql, order }) => `(${sql} order by ${order} limit ${rows})`).join(" union all ");
  const total = options.isCounted
    ? `(select least(count(*), ${LIST_BOUND + 1}) from (${upTo(String(LIST_BOUND + 1))}) counted)`
    : "0";
  return `with page as (
      select * from (${upTo(`${limit} + ${offset}`)}) listed
      order by at desc, seq desc nulls first, id desc limit ${limit} offset ${offset}
    )
    select ${total}::int as total, false as "isCut", p.seq, ${lineColumns(PAYS, { hasMetadata: options.hasMetadata ?? false })}
    from (select 1) one left join page p on true
    ${PAGE_ROWS}
    ${lineJoins(PAYS)}
    order by p.at desc, p.seq desc nulls first, p.id desc`;
}

/** `seq` is null where nothing was posted. */
type WalletPageRow = PageRow & { seq: bigint | null };

/**
 * Returns a page of a wallet's transactions, newest first, and the number of matches up to one more than `LIST_BOUND`.
 */
export async function findCustomerTransactions(
  db: Queryable,
  tenant: number,
  filter: CustomerListFilter,
  page: ListPage,
): Promise<TransactionPage> {
  const { matches, hasMetadata } = page;
  const { amounts } = filter;
  const narrowed = {
    isOfKinds: filter.kinds !== null,
    isSearched: matches !== undefined,
    isOfAmounts: amounts !== null,
  };
  const sql = customerPageSql({ ...narrowed, isCounted: true, hasMetadata });
  const { rows } = await db.query<WalletPageRow>(sql, [
    ...valuesOf(tenant, filter, null),
    ...(matches ? valuesOfMatches(matches) : []),
    page.limit,
    page.offset,
    ...(amounts ? [amounts.from, amounts.to] : []),
  ]);
  return pageOf(rows);
}

/** Returns the next transactions of any amount after `cursor`, and the cursor after them, without counting. For downloads. */
export async function findNextCustomerTransactions(
  db: Queryable,
  tenant: number,
  filter: CustomerListFilter,
  next: { cursor: CustomerListCursor; limit: number },
): Promise<{ rows: TransactionLine[]; cursor: CustomerListCursor }> {
  const sql = customerPageSql({ isOfKinds: filter.kinds !== null, isSearched: false, isCounted: false });
  const values = [...valuesOf(tenant, filter, next.cursor), next.limit, 0];
  const { rows: read } = await db.query<WalletPageRow>(sql, values);
  const rows = read.filter((row) => row.id !== null);
  const lastPosted = rows.findLast((row) => row.seq !== null);
  const lastOther = rows.findLast((row) => row.seq === null);
  const cursor = {
    seq: lastPosted?.seq ?? next.cursor.seq,
    notPosted: lastOther ? { at: lastOther.at, id: lastOther.id } : next.cursor.notPosted,
  };
  return { rows, cursor };
}

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

function valuesOf(tenant: number, filter: CustomerListFilter, cursor: CustomerListCursor | null) {
  const { account, from, to, status, isPayer, kinds, entries } = filter;
  const { seq, notPosted: other } = cursor ?? { seq: null, notPosted: null };
  return [
    tenant,
    account,
    from,
    to,
    [entries.first, seq ?? entries.end],
    status,
    isPayer,
    kinds,
    other?.at ?? "infinity",
    other?.id ?? LAST_ID,
  ] as const;
}

function valuesOfMatches({ references, accounts, ids }: TransactionMatches) {
  return [references.map(({ first }) => first), references.map(({ last }) => last), accounts, ids] as const;
}
