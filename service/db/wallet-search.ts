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

/** How many customers are looked at to find those in a state, or those most alike. */
const LOOK_BOUND = 5_000;

const inState = `cross join lateral (
    select a.id as account from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
    where w.tenant = $1 and w.customer_id = c.id
      and ($2::boolean is null or a.frozen = $2) and ($3::smallint is null or a.tier = $3)
      and ($4::boolean is null or a.post_no_credit = $4) limit 1
  ) found`;
const matching = (condition: string, order = "", likeness = "0") =>
  `select c.id, ${likeness} as likeness from customers c where c.tenant = $1 and ${condition} ${order} limit $6::bigint + 1`;
const beginsWith = (column: string) =>
  matching(
    `c.${column} >= search_text(named.beginning) and c.${column} <= search_text(named.beginning) || chr(1114111)`,
    `order by c.${column}`,
  );
const found = (candidates: string) => `with candidate as materialized (${candidates})
  select (select count(*) from candidate) > $6::bigint as "isCut", array(
    select account from (select id, max(likeness) as likeness from candidate group by id) c ${inState}
    order by c.likeness desc, account desc limit ${WALLET_SEARCH_BOUND + 1}
  ) as accounts`;

/** The statement of each kind of search: for `explain` in tests. `$6` is how many customers it looks at. */
export const walletSearchSql: Record<WalletSearch["by"] | "similar", string> = {
  id: found(
    "select $5::uuid as id, 0 as likeness union all select customer_id, 0 from wallets where tenant = $1 and id = $5::uuid",
  ),
  phone: found(matching("c.phone_number = $5")),
  account: found("select customer_id as id, 0 as likeness from wallets where tenant = $1 and account_number = $5"),
  email: found(
    matching(
      `lower(c.email) collate "C" >= lower($5) collate "C" and lower(c.email) collate "C" <= lower($5) || chr(1114111)`,
      `order by lower(c.email) collate "C"`,
    ),
  ),
  name: found(`select id, likeness from unnest($5::text[]) as named (beginning) cross join lateral (
      (${beginsWith("search_name")}) union all (${beginsWith("search_name_reversed")})
    ) named_so limit $6::bigint + 1`),
  similar: found(matching("c.search_name %> search_text($5)", "", "word_similarity(search_text($5), c.search_name)")),
};

/** Accounts that a search found, up to one more than its bound: newest first, of names with errors the most alike first. `isCut`: not all of that name were looked at. */
export type FoundWallets = { accounts: bigint[]; isCut: boolean };

/**
 * Accounts of the wallets that a term stands for and that are in these states. A name is taken as the beginning of first or
 * last name; where nobody has it, for one with two neighbouring letters swapped, and where nobody has that either, names that
 * share most groups of letters with it are taken.
 */
export async function searchWallets(
  db: Database,
  tenant: number,
  search: WalletSearch,
  filter: WalletFilter,
): Promise<FoundWallets> {
  const states = [tenant, filter.frozen ?? null, filter.tier ?? null, filter.postNoCredit ?? null];
  const isFiltered = states.slice(1).some((state) => state !== null);
  const find = async (kind: keyof typeof walletSearchSql, term: string | readonly string[], on: Queryable = db) => {
    const values = [...states, term, isFiltered || kind === "similar" ? LOOK_BOUND : WALLET_SEARCH_BOUND];
    const { rows } = await on.query<FoundWallets>(walletSearchSql[kind], values);
    return { accounts: (rows[0]?.accounts ?? []).map(BigInt), isCut: rows[0]?.isCut ?? false };
  };
  const hasEnded = ({ accounts, isCut }: FoundWallets) => accounts.length > 0 || isCut;
  if (search.by !== "name") return await find(search.by, termOf(search));
  const { text } = search;
  for (const beginnings of [[text], withSwappedLetters(text)]) {
    const named = await find("name", beginnings);
    if (hasEnded(named)) return named;
  }
  for (const likeness of LIKENESSES) {
    const similar = await inTransaction(db, async (tx) => {
      await tx.query("select set_config('pg_trgm.word_similarity_threshold', $1, true)", [likeness]);
      return await find("similar", text, tx);
    });
    if (hasEnded(similar)) return similar;
  }
  return { accounts: [], isCut: false };
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
