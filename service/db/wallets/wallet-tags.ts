import type { Queryable, Transaction } from "../pool.ts";

/** Returns the tags of a wallet by its account, in order. */
export async function findTagsOfWallet(db: Queryable, tenant: number, account: bigint): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>(
    "select tag from wallet_tags where tenant = $1 and account_id = $2 order by tag",
    [tenant, account],
  );
  return rows.map(({ tag }) => tag);
}

/** Adds and removes tags of a wallet; those that it has or lacks already do no harm. */
export async function updateTagsOfWallet(
  tx: Transaction,
  tenant: number,
  account: bigint,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  await tx.query("delete from wallet_tags where tenant = $1 and account_id = $2 and tag = any($3::text[])", [
    tenant,
    account,
    remove,
  ]);
  await tx.query(
    `insert into wallet_tags (tenant, account_id, tag)
     select $1, $2, tag from unnest($3::text[]) tag on conflict do nothing`,
    [tenant, account, add],
  );
}

/** Returns the tenant's tags by name, up to `most`. Jumps along the index from one tag to the next: many wallets have the same. */
export async function findTags(db: Queryable, tenant: number, most: number): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>(
    `with recursive known as (
       (select tag, 1 as nth from wallet_tags where tenant = $1 order by tag limit 1)
       union all
       select next.tag, known.nth + 1 from known cross join lateral (
         select t.tag from wallet_tags t where t.tenant = $1 and t.tag > known.tag order by t.tag limit 1
       ) next where known.nth < $2::int
     ) select tag from known`,
    [tenant, most],
  );
  return rows.map(({ tag }) => tag);
}
