import { type Database, ofAllTenants, type Queryable } from "../pool.ts";

/** A range of references, compared byte by byte. */
export type ReferenceRange = { first: string; last: string };

/** The result of a search: transactions with these references, of these customers' wallets, or with these IDs. */
export type TransactionMatches = {
  references: readonly ReferenceRange[];
  accounts: readonly bigint[];
  ids: readonly string[];
};

/** The number of wallets and references that a search may match. The count says at most one more. */
export const SEARCH_BOUND = { wallets: 1_000, references: 5_000 };

/**
 * Returns the accounts of customers' wallets with this account number, ID or customer ID, or with words in the name
 * that begin with all of these. Searches outside of the policies, which would keep PostgreSQL from the index of the words; the
 * transactions of the accounts are read inside of them.
 */
export async function findSearchedAccounts(
  db: Database,
  tenant: number,
  by: { accountNumber: string | null; id: string | null; words: string | null },
): Promise<bigint[]> {
  const { rows } = await ofAllTenants(db).query<{ account: bigint }>(searchedAccountsSql, [
    tenant,
    by.accountNumber,
    by.id,
    by.words,
    SEARCH_BOUND.wallets + 1,
  ]);
  return rows.map((row) => row.account);
}

export const searchedAccountsSql = `
select account_id as account from wallets where tenant = $1 and customer_id is not null and account_number = $2
union select account_id from wallets where tenant = $1 and customer_id is not null and id = $3::uuid
union select account_id from wallets where tenant = $1 and customer_id = $3::uuid
union (
  select account_id from wallets
  where tenant = $1 and customer_id is not null and to_tsvector('simple', account_name) @@ to_tsquery('simple', $4)
  limit $5
)`;

/** Returns the number of posted transactions with references in these ranges, up to one more than the bound. */
export async function countReferences(
  db: Queryable,
  tenant: number,
  ranges: readonly ReferenceRange[],
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(countReferencesSql, [
    tenant,
    ranges.map(({ first }) => first),
    ranges.map(({ last }) => last),
    SEARCH_BOUND.references + 1,
  ]);
  return rows[0]?.count ?? 0;
}

export const countReferencesSql = `
select count(*)::int as count from (
  select r.reference from unnest($2::text[], $3::text[]) as prefix (first, last) cross join lateral (
    select reference from transactions
    where tenant = $1 and status = 'success' and reference ~>=~ prefix.first and reference ~<=~ prefix.last limit $4::bigint
  ) r limit $4::bigint
) counted`;
