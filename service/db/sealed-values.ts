import type { Queryable } from "./pool.ts";

/** A sealed value with the key of its row, as text: `place` orders the rows, `row` is what the value was sealed for. */
export type SealedValueRow = { place: string; row: string; sealed: Buffer };

type Statements = { read: string; write: string };

/**
 * Reads one chunk after a place, and replaces one value if nobody changed it meanwhile. One pair of statements per sealed
 * column; `npm run platform -- reseal` walks them all.
 */
const statements = {
  "business_document_chunks.sealed": {
    read: `select document || ' ' || chunk as place, document || ' ' || chunk as row, sealed
      from business_document_chunks
      where $1 = '' or (document, chunk) > (nullif(split_part($1, ' ', 1), '')::uuid, nullif(split_part($1, ' ', 2), '')::int)
      order by document, chunk limit $2`,
    write: `update business_document_chunks set sealed = $3
      where document = split_part($1, ' ', 1)::uuid and chunk = split_part($1, ' ', 2)::int and sealed = $2`,
  },
  "card_setups.app_key_sealed": {
    read: `select tenant::text as place, tenant::text as row, app_key_sealed as sealed from card_setups
      where $1 = '' or tenant > nullif($1, '')::int order by tenant limit $2`,
    write: "update card_setups set app_key_sealed = $3 where tenant::text = $1 and app_key_sealed = $2",
  },
  "cards.address_sealed": {
    read: `select tenant || ' ' || id as place, id::text as row, address_sealed as sealed from cards
      where address_sealed is not null
        and ($1 = '' or (tenant, id) > (nullif(split_part($1, ' ', 1), '')::int, nullif(split_part($1, ' ', 2), '')::uuid))
      order by tenant, id limit $2`,
    write: `update cards set address_sealed = $3
      where tenant = split_part($1, ' ', 1)::int and id = split_part($1, ' ', 2)::uuid and address_sealed = $2`,
  },
  "customers.bvn_sealed": {
    read: `select id::text as place, id::text as row, bvn_sealed as sealed from customers
      where bvn_sealed is not null and ($1 = '' or id > nullif($1, '')::uuid) order by id limit $2`,
    write: "update customers set bvn_sealed = $3 where id = $1::uuid and bvn_sealed = $2",
  },
  "customers.nin_sealed": {
    read: `select id::text as place, id::text as row, nin_sealed as sealed from customers
      where nin_sealed is not null and ($1 = '' or id > nullif($1, '')::uuid) order by id limit $2`,
    write: "update customers set nin_sealed = $3 where id = $1::uuid and nin_sealed = $2",
  },
  "merchant_keys.private_key_sealed": {
    read: `select id::text as place, id::text as row, private_key_sealed as sealed from merchant_keys
      where $1 = '' or id > nullif($1, '')::uuid order by id limit $2`,
    write: "update merchant_keys set private_key_sealed = $3 where id = $1::uuid and private_key_sealed = $2",
  },
  "messages.sealed": {
    read: `select id::text as place, id::text as row, sealed from messages
      where sealed is not null and ($1 = '' or id > nullif($1, '')::uuid) order by id limit $2`,
    write: "update messages set sealed = $3 where id = $1::uuid and sealed = $2",
  },
  "two_factors.secret_sealed": {
    read: `select user_id::text as place, user_id::text as row, secret_sealed as sealed from two_factors
      where $1 = '' or user_id > nullif($1, '')::uuid order by user_id limit $2`,
    write: "update two_factors set secret_sealed = $3 where user_id = $1::uuid and secret_sealed = $2",
  },
  "wallet_import_rows.cells_sealed": {
    read: `select tenant || ' ' || import || ' ' || r."row" as place, import || ' ' || r."row" as row, cells_sealed as sealed
      from wallet_import_rows r
      where $1 = '' or (tenant, import, r."row") >
        (nullif(split_part($1, ' ', 1), '')::int, nullif(split_part($1, ' ', 2), '')::uuid, nullif(split_part($1, ' ', 3), '')::int)
      order by tenant, import, r."row" limit $2`,
    write: `update wallet_import_rows set cells_sealed = $3
      where tenant = split_part($1, ' ', 1)::int and import = split_part($1, ' ', 2)::uuid and "row" = split_part($1, ' ', 3)::int
        and cells_sealed = $2`,
  },
  "webhook_subscriptions.secret_sealed": {
    read: `select id::text as place, id::text as row, secret_sealed as sealed from webhook_subscriptions
      where secret_sealed is not null and ($1 = '' or id > nullif($1, '')::uuid) order by id limit $2`,
    write: "update webhook_subscriptions set secret_sealed = $3 where id = $1::uuid and secret_sealed = $2",
  },
  "webhook_subscriptions.previous_secret_sealed": {
    read: `select id::text as place, id::text as row, previous_secret_sealed as sealed from webhook_subscriptions
      where previous_secret_sealed is not null and ($1 = '' or id > nullif($1, '')::uuid) order by id limit $2`,
    write: `update webhook_subscriptions set previous_secret_sealed = $3
      where id = $1::uuid and previous_secret_sealed = $2`,
  },
} as const satisfies Record<string, Statements>;

export type StoredColumn = keyof typeof statements;
export const storedColumns = Object.keys(statements) as StoredColumn[];

/** The next values of a column after `place` ('' for the first), in the order of its key. Does not lock. */
export async function findSealedValues(
  db: Queryable,
  column: StoredColumn,
  { after, limit }: { after: string; limit: number },
): Promise<SealedValueRow[]> {
  const { rows } = await db.query<SealedValueRow>(statements[column].read, [after, limit]);
  return rows;
}

/** Replaces a value unless it changed since it was read. Returns whether it did. */
export async function replaceSealedValue(
  db: Queryable,
  column: StoredColumn,
  { place, sealed, renewed }: { place: string; sealed: Buffer; renewed: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.query(statements[column].write, [place, sealed, renewed]);
  return rowCount === 1;
}
