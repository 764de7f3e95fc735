import type { CardState } from "../../../contract/cards.ts";
import type { Queryable } from "../pool.ts";
import { type CardRow, columns, join } from "./cards.ts";

/** Narrows a list. A missing property does not filter. */
export type CardFilter = {
  customerId?: string | undefined;
  status?: CardState | undefined;
  type?: "VIRTUAL" | "PHYSICAL" | undefined;
  source?: "WALLET" | "CARD" | undefined;
  search?: string | undefined;
};

/** The most cards that a list counts. */
export const CARD_BOUND = 50_000;

const IS_LOCKED = "(c.locked_by_customer or c.locked_by_merchant or c.locked_by_issuer)";
const STATE = `case when c.status = 'active' and ${IS_LOCKED} then 'frozen' else c.status end`;

function conditionsOf(tenant: number, filter: CardFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [tenant];
  const conditions = ["c.tenant = $1"];
  const where = (sql: string, value: unknown) => {
    if (value !== undefined) conditions.push(sql.replaceAll("?", `$${values.push(value)}`));
  };
  where("c.customer_id = ?", filter.customerId);
  where(`${STATE} = ?`, filter.status);
  where("c.type = ?", filter.type);
  where("c.source = ?", filter.source);
  where("(c.last4 = ? or strpos(lower(c.name_on_card || ' ' || coalesce(c.label, '')), lower(?)) > 0)", filter.search);
  return { sql: conditions.join(" and "), values };
}

/** Returns a page of a tenant's cards, newest first, and their number up to one more than the bound. */
export async function findCards(
  db: Queryable,
  tenant: number,
  filter: CardFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: CardRow[]; total: number }> {
  const { sql, values } = conditionsOf(tenant, filter);
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from cards c where ${sql} limit ${CARD_BOUND + 1}) counted`,
    values,
  );
  const { rows } = await db.query<CardRow>(
    `select ${columns} from cards c ${join} where ${sql} order by c.created_at desc, c.id desc
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.limit, page.offset],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Returns the number of cards in each state up to the bound, for a filter without state. No index has the state: one pass counts all. */
export async function countCards(
  db: Queryable,
  tenant: number,
  filter: CardFilter,
): Promise<{ state: CardState; n: number }[]> {
  const { sql, values } = conditionsOf(tenant, { ...filter, status: undefined });
  const { rows } = await db.query<{ state: CardState; n: number }>(
    `select ${STATE} as state, least(count(*), ${CARD_BOUND})::int as n from cards c where ${sql} group by 1`,
    values,
  );
  return rows;
}

/** The issuer's names of an authorization and of its card. */
export async function findNetworkTarget(
  db: Queryable,
  tenant: number,
  authorization: string,
): Promise<{ authorizationId: string | null; cardId: string | null } | undefined> {
  const { rows } = await db.query<{ authorizationId: string | null; cardId: string | null }>(
    `select a.issuer_authorization_id as "authorizationId", c.issuer_card_id as "cardId" from card_authorizations a
     join cards c on c.tenant = a.tenant and c.id = a.card where a.tenant = $1 and a.id = $2`,
    [tenant, authorization],
  );
  return rows[0];
}

/** Our ID of an authorization of the issuer. */
export async function findAuthorizationId(
  db: Queryable,
  tenant: number,
  issuer: string,
  authorizationId: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    "select id from card_authorizations where tenant = $1 and issuer = $2 and issuer_authorization_id = $3",
    [tenant, issuer, authorizationId],
  );
  return rows[0]?.id;
}
