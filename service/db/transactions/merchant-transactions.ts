import type { Queryable } from "../pool.ts";
import {
  lineColumns,
  lineJoins,
  MERCHANT_PAYS,
  PAGE_ROWS,
  type TransactionKind,
  type TransactionLine,
} from "./transaction-line.ts";
import type { TransactionMatches } from "./transaction-search.ts";

/** The number of rows that a list counts and reads. The count says at most one more (webhooks 4). */
export const LIST_BOUND = 50_000;

/** The filter of a list; a `status` of null does not filter. Both instants are included. */
export type MerchantListFilter = {
  kinds: readonly TransactionKind[];
  status: TransactionLine["status"] | null;
  from: Date;
  to: Date;
  /** Null: any amount. */
  amounts: AmountRange | null;
};

/** Both amounts are included. Kobo. */
export type AmountRange = { from: bigint; to: bigint };

/** The list continues after this row. */
export type MerchantListCursor = { at: Date; id: string };
/** A page to read. Its rows have `metadata` only if it is asked for. */
export type ListPage = {
  limit: number;
  offset: number;
  matches?: TransactionMatches | undefined;
  hasMetadata?: boolean | undefined;
};
/** `isCut`: older transactions were not searched for an amount, so `total` may be too small. */
export type TransactionPage = { total: number; rows: TransactionLine[]; isCut: boolean };

const KINDS: readonly TransactionKind[] = [
  "credit",
  "debit",
  "transfer",
  "funding",
  "reservation",
  "payout",
  "merchant_payout",
  "payout_return",
  "merchant_payout_return",
  "bank_credit",
  "merchant_bank_credit",
  "card_hold",
  "card_increment",
  "card_release",
  "card_payment",
  "card_refund",
  "card_recovery",
  "card_fund",
  "card_unload",
];
const inRange = `t.at >= $4 and t.at <= $5 and (t.at, t.id) < ($6::timestamptz, $7::uuid)`;

// One branch per kind. Each reads its index in order, and only as many rows as the page needs.
const byKind = KINDS.map(
  (kind) => `select t.id, t.at from transactions t
    where t.tenant = $1 and t.kind = '${kind}' and '${kind}' = any($2) and ($3::text is null or t.status = $3) and ${inRange}`,
);

const notPosted = `select t.id, t.at from transactions t
  where t.tenant = $1 and t.status <> 'success' and t.status = $3 and t.kind = any($2) and ${inRange}`;

// Few references and wallets match, so each is looked up separately: `limit 1` keeps the planner from reading all rows.
const found = `select t.id, t.at from (
    select r.id from unnest($8::text[], $9::text[]) as prefix (first, last) cross join lateral (
      select id from transactions
      where tenant = $1 and status = 'success' and reference ~>=~ prefix.first and reference ~<=~ prefix.last
      union all
      select id from transactions
      where tenant = $1 and status <> 'success' and reference ~>=~ prefix.first and reference ~<=~ prefix.last
    ) r
    union
    select e.transaction from unnest($10::bigint[]) as wallet (account) cross join lateral (
      select transaction from entries
      where tenant = $1 and account = wallet.account and at >= $4 and at <= $5 order by seq desc limit $12::bigint
    ) e
    union
    select x.id from unnest($10::bigint[]) as wallet (account) cross join lateral (
      select id from transactions where tenant = $1 and status <> 'success' and source = wallet.account
      union all
      select id from transactions where tenant = $1 and status <> 'success' and destination = wallet.account
    ) x
    union
    select unnest($11::uuid[])
  ) c cross join lateral (
    select id, at from transactions t
    where t.tenant = $1 and t.id = c.id and t.kind = any($2) and ($3::text is null or t.status = $3) and ${inRange} limit 1
  ) t`;

type Matching = "all" | "not posted" | "found";

type MerchantPageOptions = { isCounted: boolean; hasMetadata?: boolean | undefined; isOfAmounts?: boolean };

/** The statement of a page of a merchant's list; tests `explain` it. */
export function merchantPageSql(
  matching: Matching,
  { isCounted, hasMetadata = false, isOfAmounts = false }: MerchantPageOptions,
): string {
  const [limit, offset] = matching === "found" ? ["$13::bigint", "$14::bigint"] : ["$8::bigint", "$9::bigint"];
  const newest = "order by at desc, id desc";
  const branches = { all: byKind, "not posted": [notPosted], found: ["select id, at from found"] }[matching];
  const upTo = (rows: string) => branches.map((sql) => `(${sql} ${newest} limit ${rows})`).join(" union all ");
  if (isOfAmounts) {
    const end = matching === "found" ? 14 : 9;
    const scanned = upTo(String(LIST_BOUND + 1));
    // No index has amounts, since every posting would have to write it: only the newest rows of the other filters are searched.
    return `with ${matching === "found" ? `found as materialized (${found}), ` : ""}scanned as materialized (
        select id, at from (${scanned}) every ${newest} limit ${LIST_BOUND + 1}
      ), matching as materialized (
        select s.id, s.at from scanned s cross join lateral (
          select from transactions t where t.tenant = $1 and t.id = s.id and t.amount between $${end + 1} and $${end + 2} limit 1
        ) t
      ), page as (select id, at from matching ${newest} limit ${limit} offset ${offset})
      select (select count(*) from matching)::int as total, (select count(*) from scanned) > ${LIST_BOUND} as "isCut",
        ${lineColumns(MERCHANT_PAYS, { hasMetadata })}
      from (select 1) one left join page p on true
      ${PAGE_ROWS}
      ${lineJoins(MERCHANT_PAYS)}
      order by p.at desc, p.id desc`;
  }
  const counted = `(select count(*) from (select from (${upTo(String(LIST_BOUND + 1))}) every limit ${LIST_BOUND + 1}) counted)`;
  return `with ${matching === "found" ? `found as materialized (${found}), ` : ""}page as (
      select id, at from (${upTo(`${limit} + ${offset}`)}) listed ${newest} limit ${limit} offset ${offset}
    )
    select ${isCounted ? counted : "0"}::int as total, false as "isCut", ${lineColumns(MERCHANT_PAYS, { hasMetadata })}
    from (select 1) one left join page p on true
    ${PAGE_ROWS}
    ${lineJoins(MERCHANT_PAYS)}
    order by p.at desc, p.id desc`;
}

/**
 * Returns a page of a tenant's transactions, newest first, and the number of matches up to one more than `LIST_BOUND`.
 * `matches` restricts them to these references, wallets and IDs.
 */
export async function findMerchantTransactions(
  db: Queryable,
  tenant: number,
  filter: MerchantListFilter,
  page: ListPage,
): Promise<TransactionPage> {
  const { matches, hasMetadata } = page;
  const isNotPosted = filter.status !== null && filter.status !== "success";
  const { amounts } = filter;
  const options = { isCounted: true, hasMetadata, isOfAmounts: amounts !== null };
  const sql = merchantPageSql(matches ? "found" : isNotPosted ? "not posted" : "all", options);
  const values = [...valuesOf(tenant, filter, null), ...(matches ? valuesOfMatches(matches, filter) : [])];
  const range = amounts ? [amounts.from, amounts.to] : [];
  const { rows } = await db.query<PageRow>(sql, [...values, page.limit, page.offset, ...range]);
  return pageOf(rows);
}

/** Returns the next transactions of any amount after `cursor`, without counting. For downloads. */
export async function findNextMerchantTransactions(
  db: Queryable,
  tenant: number,
  filter: MerchantListFilter,
  next: { cursor: MerchantListCursor | null; limit: number },
): Promise<TransactionLine[]> {
  const isNotPosted = filter.status !== null && filter.status !== "success";
  const sql = merchantPageSql(isNotPosted ? "not posted" : "all", { isCounted: false });
  const { rows } = await db.query<PageRow>(sql, [...valuesOf(tenant, filter, next.cursor), next.limit, 0]);
  return pageOf(rows).rows;
}

/** A page past the end is one row with the total and nulls. */
export type PageRow = { total: number; isCut: boolean } & (TransactionLine | { id: null });

export function pageOf(rows: readonly PageRow[]): TransactionPage {
  const [first] = rows;
  return { total: first?.total ?? 0, isCut: first?.isCut ?? false, rows: rows.filter((row) => row.id !== null) };
}

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

function valuesOf(tenant: number, filter: MerchantListFilter, cursor: MerchantListCursor | null) {
  const { kinds, status, from, to } = filter;
  // The index has one entry point: the cursor where there is one, else `to`.
  return [tenant, kinds, status, from, cursor?.at ?? to, cursor?.at ?? "infinity", cursor?.id ?? LAST_ID] as const;
}

function valuesOfMatches({ references, accounts, ids }: TransactionMatches, filter: MerchantListFilter) {
  // Where no later filter drops an entry, the newest entries of a wallet are enough.
  const isComplete = KINDS.every((kind) => filter.kinds.includes(kind)) && filter.status === null;
  const entriesPerWallet = isComplete ? LIST_BOUND + 1 : null;
  return [
    references.map(({ first }) => first),
    references.map(({ last }) => last),
    accounts,
    ids,
    entriesPerWallet,
  ] as const;
}
