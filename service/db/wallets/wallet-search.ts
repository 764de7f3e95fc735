import { type Database, inTransaction, ofAllTenants, type Pool, type Queryable } from "../pool.ts";
import { branchesOf, isNarrowed, narrowedSql, type WalletFilter } from "./wallet-filter.ts";

/** The number of wallets that a list counts and reads. The count says at most one more. */
export const WALLET_LIST_BOUND = 50_000;

/** The number of customers that a search may match. The result has at most one more. */
export const WALLET_SEARCH_BOUND = 1_000;

/** The accounts of a page, newest wallet first, and the number of wallets up to one more than the bound. */
export type WalletPage = { total: number; accounts: bigint[] };

/** The statement of a page of the list and the values after tenant, limit and offset; tests `explain` it. */
export function walletPageSql(filter: WalletFilter): { sql: string; values: unknown[] } {
  const { branches, values } = branchesOf(filter, 4);
  const upTo = (rows: string) => branches.map((sql) => `(${sql} order by id desc limit ${rows})`).join(" union all ");
  const bound = String(WALLET_LIST_BOUND + 1);
  if (isNarrowed(filter)) {
    // Found once for both the number and the page.
    const sql = `with found as materialized (${upTo(bound)})
      select (select count(*)::int from found) as total,
        array(select id from found order by id desc limit $2::bigint offset $3::bigint) as accounts`;
    return { sql, values };
  }
  const sql = `select
      (select count(*)::int from (select from (${upTo(bound)}) every limit ${bound}) counted) as total,
      array(
        select id from (${upTo("$2::bigint + $3::bigint")}) listed order by id desc limit $2::bigint offset $3::bigint
      ) as accounts`;
  return { sql, values };
}

/** Returns a page of customers' wallets in these states. Account IDs ascend, so the highest is the newest. */
export async function findWalletPage(
  db: Queryable,
  tenant: number,
  filter: WalletFilter,
  page: { limit: number; offset: number },
): Promise<WalletPage> {
  const { sql, values } = walletPageSql(filter);
  const { rows } = await db.query<{ total: number; accounts: string[] }>(sql, [
    tenant,
    page.limit,
    page.offset,
    ...values,
  ]);
  return { total: rows[0]?.total ?? 0, accounts: (rows[0]?.accounts ?? []).map(BigInt) };
}

/** The statement of the next accounts of a list and the values after tenant, last account and limit; tests `explain` it. */
export function nextWalletsSql(filter: WalletFilter): { sql: string; values: unknown[] } {
  const { branches, values } = branchesOf(filter, 4);
  const parts = branches.map((sql) => `(${sql} and id < $2::bigint order by id desc limit $3::bigint)`);
  return { sql: `select id from (${parts.join(" union all ")}) listed order by id desc limit $3::bigint`, values };
}

const ABOVE_ALL = 2n ** 63n - 1n;

/** Returns the next accounts below `before`, newest wallet first. For files and selections, which have no bound. */
export async function findNextWallets(
  db: Queryable,
  tenant: number,
  filter: WalletFilter,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<bigint[]> {
  const { sql, values } = nextWalletsSql(filter);
  const { rows } = await db.query<{ id: bigint }>(sql, [tenant, before ?? ABOVE_ALL, limit, ...values]);
  return rows.map(({ id }) => id);
}

/** Returns those accounts of a search that also match the filters without a state, in their order. */
export async function keepMatching(
  db: Queryable,
  tenant: number,
  filter: WalletFilter,
  accounts: readonly bigint[],
): Promise<bigint[]> {
  if (!isNarrowed(filter) || accounts.length === 0) return [...accounts];
  const { sql, values } = narrowedSql(filter, 3);
  const { rows } = await db.query<{ id: bigint }>(`${sql} and id = any ($2::bigint[])`, [tenant, accounts, ...values]);
  const kept = new Set(rows.map(({ id }) => id));
  return accounts.filter((account) => kept.has(account));
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
      and ($4::boolean is null or a.post_no_credit = $4)
      and ($5::text is null or exists (
        select from wallet_tags t where t.tenant = $1 and t.account_id = a.id and t.tag = $5
      )) limit 1
  ) found`;
const matching = (condition: string, order = "") =>
  `select c.id, 0 as likeness from customers c where c.tenant = $1 and ${condition} ${order} limit $7::bigint + 1`;
const found = (candidates: string, isCut = "(select count(*) from candidate) > $7::bigint") => `
  with candidate as materialized (${candidates})
  select ${isCut} as "isCut", array(
    select account from (select id, max(likeness) as likeness from candidate group by id) c ${inState}
    order by c.likeness desc, account desc limit ${WALLET_SEARCH_BOUND + 1}
  ) as accounts`;

// Each name gets an equal share of the customers to examine.
const perName = "$7::bigint / greatest(cardinality($6::text[]), 1)";
const foundNames = (customers: string) =>
  found(
    `select named_so.id, named_so.side, named.nth, named.likeness
     from unnest($6::text[], $8::real[]) with ordinality as named (text, likeness, nth) cross join lateral (${customers}) named_so`,
    `coalesce((select bool_or(n > ${perName}) from (select count(*) as n from candidate group by nth, side) shares), false)`,
  );
const beginsWith = (column: string) =>
  `select c.id, '${column}' as side from customers c
   where c.tenant = $1 and c.${column} >= search_text(named.text) and c.${column} <= search_text(named.text) || chr(1114111)
   order by c.${column} limit ${perName} + 1`;

/** The statement of each kind of search; tests `explain` it. `$7` is the number of customers to examine. */
export const walletSearchSql: Record<WalletSearch["by"] | "words" | "labels", string> = {
  id: found(
    "select $6::uuid as id, 0 as likeness union all select customer_id, 0 from wallets where tenant = $1 and id = $6::uuid",
  ),
  phone: found(matching("c.phone_number = $6")),
  account: found("select customer_id as id, 0 as likeness from wallets where tenant = $1 and account_number = $6"),
  email: found(
    matching(
      `lower(c.email) collate "C" >= lower($6) collate "C" and lower(c.email) collate "C" <= lower($6) || chr(1114111)`,
      `order by lower(c.email) collate "C"`,
    ),
  ),
  labels: found(`select customer_id as id, 0 as likeness from (
      (select w.customer_id from wallet_tags t join wallets w on w.tenant = t.tenant and w.account_id = t.account_id
       where t.tenant = $1 and t.tag >= lower($6) and t.tag <= lower($6) || chr(1114111) limit $7::bigint + 1)
      union
      (select n.customer_id from wallet_notes n
       where n.tenant = $1 and n.removed_at is null and to_tsvector('simple', search_text(n.body)) @@ (
         select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
         from regexp_split_to_table(search_text($6), '[^[:alnum:]]+') word where word <> ''
       ) limit $7::bigint + 1)
    ) labelled`),
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
 * first or last name, a tag or the words of a note. PostgreSQL uses an index on a function or a list of words only where no policy applies, so the search runs
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
  const { frozen = null, tier = null, postNoCredit = null, tag = null } = filter;
  const states = [tenant, frozen, tier, postNoCredit, tag];
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
  const named = await find("name", [exactly(search.text)], bound);
  const labelled = await ask(db, walletSearchSql.labels, [...states, search.text, bound]);
  const found = [...new Set([...named.accounts, ...labelled.accounts])];
  const isCut = named.isCut || labelled.isCut;
  if (found.length > 0 || isCut) return { accounts: found.slice(0, WALLET_SEARCH_BOUND + 1), isCut };
  const swapped = await find("name", withSwappedLetters(search.text).map(exactly), bound);
  if (swapped.accounts.length > 0 || swapped.isCut) return swapped;
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
