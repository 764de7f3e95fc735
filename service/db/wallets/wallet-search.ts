import { type Database, inTransaction, ofAllTenants, type Pool, type Queryable } from "../pool.ts";

/** The number of wallets that a list counts and reads. The count says at most one more. */
export const WALLET_LIST_BOUND = 50_000;

/** The number of customers that a search may match. The result has at most one more. */
export const WALLET_SEARCH_BOUND = 1_000;

/** Narrows lists of customers' wallets. A missing property does not filter. */
export type WalletFilter = {
  frozen?: boolean | undefined;
  tier?: 1 | 2 | 3 | undefined;
  postNoCredit?: boolean | undefined;
};

/** The accounts of a page, newest wallet first, and the number of wallets up to one more than the bound. */
export type WalletPage = { total: number; accounts: bigint[] };

const BOOLEANS = [false, true] as const;
const TIERS = [1, 2, 3] as const;

// Every state is a range of one index, read backwards and only as far as the page needs.
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

/** The statement of a page of the list; tests `explain` it. */
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

/** Returns a page of customers' wallets in these states. Account IDs ascend, so the highest is the newest. */
export async function findWalletPage(
  db: Queryable,
  tenant: number,
  filter: WalletFilter,
  page: { limit: number; offset: number },
): Promise<WalletPage> {
  const { rows } = await db.query<{ total: number; accounts: string[] }>(walletPageSql(filter), [
    tenant,
    page.limit,
    page.offset,
  ]);
  return { total: rows[0]?.total ?? 0, accounts: (rows[0]?.accounts ?? []).map(BigInt) };
}

/** The interpretations of a search term. */
export type WalletSearch =
  | { by: "id"; id: string }
  | { by: "phone"; phoneNumber: string }
  | { by: "account"; accountNumber: string }
  | { by: "email"; text: string }
  | { by: "name"; text: string };

/** The number of customers to examine for those in a state, or for the most similar ones. */
const LOOK_BOUND = 5_000;

const inState = `cross join lateral (
    select a.id as account from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
    where w.tenant = $1 and w.customer_id = c.id
      and ($2::boolean is null or a.frozen = $2) and ($3::smallint is null or a.tier = $3)
      and ($4::boolean is null or a.post_no_credit = $4) limit 1
  ) found`;
const matching = (condition: string, order = "") =>
  `select c.id, 0 as likeness from customers c where c.tenant = $1 and ${condition} ${order} limit $6::bigint + 1`;
const found = (candidates: string, isCut = "(select count(*) from candidate) > $6::bigint") => `
  with candidate as materialized (${candidates})
  select ${isCut} as "isCut", array(
    select account from (select id, max(likeness) as likeness from candidate group by id) c ${inState}
    order by c.likeness desc, account desc limit ${WALLET_SEARCH_BOUND + 1}
  ) as accounts`;

// Each name gets an equal share of the customers to examine.
const perName = "$6::bigint / greatest(cardinality($5::text[]), 1)";
const foundNames = (customers: string) =>
  found(
    `select named_so.id, named_so.side, named.nth, named.likeness
     from unnest($5::text[], $7::real[]) with ordinality as named (text, likeness, nth) cross join lateral (${customers}) named_so`,
    `coalesce((select bool_or(n > ${perName}) from (select count(*) as n from candidate group by nth, side) shares), false)`,
  );
const beginsWith = (column: string) =>
  `select c.id, '${column}' as side from customers c
   where c.tenant = $1 and c.${column} >= search_text(named.text) and c.${column} <= search_text(named.text) || chr(1114111)
   order by c.${column} limit ${perName} + 1`;

/** The statement of each kind of search; tests `explain` it. `$6` is the number of customers to examine. */
export const walletSearchSql: Record<WalletSearch["by"] | "words", string> = {
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
  name: foundNames(`(${beginsWith("search_name")}) union all (${beginsWith("search_name_reversed")})`),
  words: foundNames(`select c.id, 'any' as side from customers c
    where c.tenant = $1 and string_to_array(c.search_name, ' ') @> string_to_array(named.text, ' ') limit ${perName} + 1`),
};

/** Returns the most similar words of names for each typed word; tests `explain` it. */
export const alikeWordsSql = `select t.nth::int, w.word, similarity(w.word, t.word) as likeness
  from unnest($2::text[]) with ordinality as t (word, nth) cross join lateral (
    select n.word from name_words n where n.tenant = $1 and n.word % t.word
    order by similarity(n.word, t.word) desc, n.word limit $3
  ) w order by t.nth, likeness desc, w.word`;

/**
 * The accounts that a search found, up to one more than its bound: newest first; in a typo-tolerant search the most
 * similar names first. `isCut`: not all customers of that name were examined.
 */
export type FoundWallets = { accounts: bigint[]; isCut: boolean };

/**
 * Returns the accounts of the wallets that match a term and are in these states. A name matches the beginning of the
 * first or last name. PostgreSQL uses an index on a function or a list of words only where no policy applies, so the search runs
 * outside of the policies; the wallets of the accounts are read inside of them. Where nothing matches, two neighbouring letters are swapped; where nothing matches then, the
 * names that share the most letter groups are returned.
 */
export async function searchWallets(
  scoped: Database,
  tenant: number,
  search: WalletSearch,
  filter: WalletFilter,
): Promise<FoundWallets> {
  const db = ofAllTenants(scoped);
  const states = [tenant, filter.frozen ?? null, filter.tier ?? null, filter.postNoCredit ?? null];
  const isFiltered = states.slice(1).some((state) => state !== null);
  const bound = isFiltered ? LOOK_BOUND : WALLET_SEARCH_BOUND;
  if (search.by !== "name") return await ask(db, walletSearchSql[search.by], [...states, termOf(search), bound]);
  const find = (kind: "name" | "words", names: readonly Name[], examined: number) =>
    ask(db, walletSearchSql[kind], [
      ...states,
      names.map(({ text }) => text),
      examined,
      names.map(({ likeness }) => likeness),
    ]);
  for (const beginnings of [[search.text], withSwappedLetters(search.text)]) {
    const named = await find("name", beginnings.map(exactly), bound);
    if (named.accounts.length > 0 || named.isCut) return named;
  }
  return await find("words", await alikeNames(db, tenant, search.text), LOOK_BOUND);
}

async function ask(db: Queryable, sql: string, values: readonly unknown[]): Promise<FoundWallets> {
  const { rows } = await db.query<{ accounts: string[]; isCut: boolean }>(sql, [...values]);
  return { accounts: (rows[0]?.accounts ?? []).map(BigInt), isCut: rows[0]?.isCut ?? false };
}

/** A name or part of one, with its similarity to the typed term. */
type Name = { text: string; likeness: number };
const exactly = (text: string): Name => ({ text, likeness: 1 });

const MOST_WORDS = 3;
const WORDS_PER_WORD = 6;
/** The share of letter groups that a similar word has in common: one wrong letter of four leaves this share. */
const LIKENESS = "0.24";

/**
 * Combines the similar words of the term in its order, the most similar names first. Empty where one word has no
 * similar word.
 */
async function alikeNames(db: Pool, tenant: number, text: string): Promise<Name[]> {
  const words = await inTransaction(db, async (tx) => {
    await tx.query("select set_config('pg_trgm.similarity_threshold', $1, true)", [LIKENESS]);
    // Not null: "words". Neither function returns null for a text.
    const term = await tx.query<{ words: string[] }>("select string_to_array(trim(search_text($1)), ' ') as words", [
      text,
    ]);
    const typed = (term.rows[0]?.words ?? []).slice(0, MOST_WORDS);
    // Not null: "likeness". No word is null.
    const { rows } = await tx.query<{ nth: number; word: string; likeness: number }>(alikeWordsSql, [
      tenant,
      typed,
      WORDS_PER_WORD,
    ]);
    return typed.map((_, index) => rows.filter(({ nth }) => nth === index + 1));
  });
  const [first, ...rest] = words;
  if (!first || words.some((alike) => alike.length === 0)) return [];
  const joined = rest.reduce<Name[]>(
    (names, alike) =>
      names.flatMap(({ text: before, likeness }) =>
        alike.map(({ word, likeness: more }) => ({ text: `${before} ${word}`, likeness: likeness * more })),
      ),
    first.map(({ word, likeness }) => ({ text: word, likeness })),
  );
  return joined.sort((one, other) => other.likeness - one.likeness).slice(0, 40);
}

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
