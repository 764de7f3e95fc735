import type { Database, Queryable } from "./pool.ts";
import { inTransaction } from "./pool.ts";

/** How far a list counts and reads; one more is known to be there, not how many. */
export const WALLET_LIST_BOUND = 50_000;

/** How many customers a search stands for at most; one more is told apart from these. */
export const WALLET_SEARCH_BOUND = 1_000;

/** Narrows lists of customers' wallets; what is left out does not. */
export type WalletFilter = {
  frozen?: boolean | undefined;
  tier?: 1 | 2 | 3 | undefined;
  postNoCredit?: boolean | undefined;
};

/** Accounts of a page, newest wallet first, and how many wallets there are up to one more than the bound. */
export type WalletPage = { total: number; accounts: bigint[] };

const BOOLEANS = [false, true] as const;
const TIERS = [1, 2, 3] as const;

// Every state is a range of one index, read backwards and no further than the page needs.
function branchesOf({ frozen, tier, postNoCredit }: WalletFilter): string[] {
  return BOOLEANS.filter((one) => frozen === undefined || one === frozen).flatMap((isFrozen) =>
    BOOLEANS.filter((one) => postNoCredit === undefined || one === postNoCredit).flatMap((isBlocked) =>
      TIERS.filter((one) => tier === undefined || one === tier).map(
        (nth) => `select id from accounts where tenant = $1 and kind = 'wallet' and frozen = ${isFrozen}
          and post_no_credit = ${isBlocked} and tier = ${nth}`,
      ),
    ),
  );
}

/** The statement of a page of the list: for `explain` in tests. */
export function walletPageSql(filter: WalletFilter): string {
  const branches = branchesOf(filter);
  const upTo = (rows: string) => branches.map((sql) => `(${sql} order by id desc limit ${rows})`).join(" union all ");
  const bound = String(WALLET_LIST_BOUND + 1);
  return `select
      (select count(*)::int from (select from (${upTo(bound)}) every limit ${bound}) counted) as total,
      array(
        select id from (${upTo("$2::bigint + $3::bigint")}) listed order by id desc limit $2::bigint offset $3::bigint
      ) as accounts`;
}

/** A page of the customers' wallets in these states. Accounts are numbered as they are opened, so the highest is the newest. */
export async function findWalletPage(
  db: Queryable,
  tenant: number,
  filter: WalletFilter,
  page: { limit: number; offset: number },
): Promise<WalletPage> {
  const { rows } = await db.query<WalletPage>(walletPageSql(filter), [tenant, page.limit, page.offset]);
  return { total: rows[0]?.total ?? 0, accounts: (rows[0]?.accounts ?? []).map(BigInt) };
}

/** What a search term can stand for. */
export type WalletSearch =
  | { by: "id"; id: string }
  | { by: "phone"; phoneNumber: string }
  | { by: "account"; accountNumber: string }
  | { by: "email"; text: string }
  | { by: "name"; text: string };

const inState = `cross join lateral (
    select a.id as account from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
    where w.tenant = $1 and w.customer_id = c.id
      and ($2::boolean is null or a.frozen = $2) and ($3::smallint is null or a.tier = $3)
      and ($4::boolean is null or a.post_no_credit = $4) limit 1
  ) found`;
const bounded = `limit ${WALLET_SEARCH_BOUND + 1}`;
const matching = (condition: string, order = "") =>
  `select found.account from (select c.id from customers c where c.tenant = $1 and ${condition} ${order}) c ${inState} ${bounded}`;
const beginsWith = (column: string) =>
  matching(
    `c.${column} >= search_text(named.beginning) and c.${column} <= search_text(named.beginning) || chr(1114111)`,
    `order by c.${column}`,
  );

/** The statement of each kind of search: for `explain` in tests. */
export const walletSearchSql: Record<WalletSearch["by"] | "similar", string> = {
  id: `select distinct found.account from (
      select $5::uuid as id union select customer_id from wallets where tenant = $1 and id = $5::uuid
    ) c ${inState}`,
  phone: matching("c.phone_number = $5"),
  account: `select found.account from (select customer_id as id from wallets where tenant = $1 and account_number = $5) c ${inState}`,
  email: matching(
    `lower(c.email) collate "C" >= lower($5) collate "C" and lower(c.email) collate "C" <= lower($5) || chr(1114111)`,
    `order by lower(c.email) collate "C"`,
  ),
  name: `select distinct account from unnest($5::text[]) as named (beginning) cross join lateral (
      (${beginsWith("search_name")}) union all (${beginsWith("search_name_reversed")})
    ) found ${bounded}`,
  similar: matching("c.search_name %> search_text($5)"),
};

/**
 * Accounts of the wallets that a term stands for and that are in these states, newest first, up to one more than the bound.
 * A name is taken as the beginning of first or last name; where nobody has it, for one with two neighbouring letters swapped,
 * and where nobody has that either, names that share most groups of letters with it are taken.
 */
export async function searchWallets(
  db: Database,
  tenant: number,
  search: WalletSearch,
  filter: WalletFilter,
): Promise<bigint[]> {
  const states = [tenant, filter.frozen ?? null, filter.tier ?? null, filter.postNoCredit ?? null];
  const find = async (kind: keyof typeof walletSearchSql, term: string | readonly string[], on: Queryable = db) => {
    const { rows } = await on.query<{ account: bigint }>(walletSearchSql[kind], [...states, term]);
    return rows.map(({ account }) => account).sort((one, other) => (one < other ? 1 : -1));
  };
  if (search.by !== "name") return await find(search.by, termOf(search));
  const { text } = search;
  for (const beginnings of [[text], withSwappedLetters(text)]) {
    const named = await find("name", beginnings);
    if (named.length > 0) return named;
  }
  for (const likeness of LIKENESSES) {
    const similar = await inTransaction(db, async (tx) => {
      await tx.query("select set_config('pg_trgm.word_similarity_threshold', $1, true)", [likeness]);
      return await find("similar", text, tx);
    });
    if (similar.length > 0) return similar;
  }
  return [];
}

/** Which share of its letter groups a name must have in common with the term: few typing errors first, then more. */
const LIKENESSES = ["0.6", "0.4"];

function withSwappedLetters(text: string): string[] {
  const letters = [...text];
  return letters.slice(1).map((letter, index) =>
    letters
      .with(index, letter)
      .with(index + 1, letters[index] ?? "")
      .join(""),
  );
}

function termOf(search: Exclude<WalletSearch, { by: "name" }>): string {
  switch (search.by) {
    case "id":
      return search.id;
    case "phone":
      return search.phoneNumber;
    case "account":
      return search.accountNumber;
    case "email":
      return search.text;
  }
}
