import type { CardAuthorizationStatus, DeclineCode } from "../../../contract/card-authorizations.ts";
import type { AccountKind } from "../ledger/accounts.ts";
import type { Queryable } from "../pool.ts";

/** An authorization as lists show it. Kobo; `merchantAmount` in the smallest unit of its currency. */
export type ListedAuthorization = {
  id: string;
  card: string;
  customerId: string;
  status: CardAuthorizationStatus;
  declineCode: DeclineCode | null;
  declineFacts: Record<string, unknown> | null;
  amount: bigint;
  held: bigint;
  cleared: bigint;
  refunded: bigint;
  owed: bigint;
  merchantAmount: bigint | null;
  merchantCurrency: string | null;
  rate: string | null;
  merchantName: string | null;
  category: string | null;
  country: string | null;
  city: string | null;
  channel: string | null;
  late: boolean;
  decidedInMs: number | null;
  expiresAt: Date | null;
  createdAt: Date;
};

const COLUMNS = `a.id, a.card, c.customer_id as "customerId", a.status, a.decline_code as "declineCode",
  a.decline_facts as "declineFacts", a.amount, a.held, a.cleared, a.refunded, a.owed, a.merchant_amount as "merchantAmount",
  a.merchant_currency as "merchantCurrency", a.rate::text as rate, a.merchant_name as "merchantName", a.category, a.country, a.city,
  a.channel, a.late, a.decided_in_ms as "decidedInMs", a.expires_at as "expiresAt", a.created_at as "createdAt"`;

/** The most authorizations that a list counts and pages through. */
export const AUTHORIZATION_BOUND = 10_000;

/** Returns a page of a card's authorizations, newest first, and their number up to one more than the bound; undefined without such a card. */
export async function findCardAuthorizations(
  db: Queryable,
  tenant: number,
  filter: { card: string; status: CardAuthorizationStatus | null },
  page: { limit: number; offset: number },
): Promise<{ rows: ListedAuthorization[]; total: number } | undefined> {
  const { rows } = await db.query<(ListedAuthorization | { id: null }) & { total: number }>(
    `with listed as (
       select (select count(*) from (
           select from card_authorizations a where a.tenant = $1 and a.card = $2 and ($3::text is null or a.status = $3)
           limit ${AUTHORIZATION_BOUND + 1}
         ) counted)::int as total
       from cards where tenant = $1 and id = $2
     )
     select listed.total, p.* from listed left join lateral (
       select ${COLUMNS} from card_authorizations a join cards c on c.tenant = a.tenant and c.id = a.card
       where a.tenant = $1 and a.card = $2 and ($3::text is null or a.status = $3)
       order by a.created_at desc, a.id desc limit $4 offset $5
     ) p on true order by p."createdAt" desc, p.id desc`,
    [tenant, filter.card, filter.status, page.limit, page.offset],
  );
  const [first] = rows;
  return first && { total: first.total, rows: rows.filter((row) => row.id !== null) };
}

export type AuthorizationEvent = {
  kind: "increment" | "clear" | "reverse" | "expire" | "refund" | "collect";
  amount: bigint;
  isFinal: boolean;
  merchantAmount: bigint | null;
  merchantCurrency: string | null;
  rate: string | null;
  transactions: string[];
  at: Date;
};

/** One side of a booking. Kobo. */
export type AuthorizationEntry = {
  transaction: string;
  reference: string;
  accountKind: AccountKind;
  delta: bigint;
  at: Date;
};

export async function findCardAuthorization(
  db: Queryable,
  tenant: number,
  id: string,
): Promise<ListedAuthorization | undefined> {
  const { rows } = await db.query<ListedAuthorization>(
    `select ${COLUMNS} from card_authorizations a join cards c on c.tenant = a.tenant and c.id = a.card
     where a.tenant = $1 and a.id = $2`,
    [tenant, id],
  );
  return rows[0];
}

/** Returns the events of an authorization in the order in which they were booked. */
export async function findAuthorizationEvents(
  db: Queryable,
  tenant: number,
  id: string,
): Promise<AuthorizationEvent[]> {
  const { rows } = await db.query<AuthorizationEvent>(
    `select kind, amount, is_final as "isFinal", merchant_amount as "merchantAmount", merchant_currency as "merchantCurrency",
       rate::text as rate, transactions::text[] as transactions, at
     from card_events where tenant = $1 and authorization_id = $2 order by n`,
    [tenant, id],
  );
  return rows;
}

/** Returns both sides of the bookings with these IDs, oldest first. */
export async function findAuthorizationEntries(
  db: Queryable,
  tenant: number,
  transactions: readonly string[],
): Promise<AuthorizationEntry[]> {
  const { rows } = await db.query<AuthorizationEntry>(
    `select t.id as transaction, t.reference, a.kind as "accountKind", side.delta, t.at
     from unnest($2::uuid[]) as wanted (id)
     join transactions t on t.tenant = $1 and t.id = wanted.id
     cross join lateral (values (1, t.source, -t.amount), (2, t.destination, t.amount)) as side (n, account, delta)
     join accounts a on a.tenant = $1 and a.id = side.account
     order by t.at, t.id, side.n`,
    [tenant, transactions],
  );
  return rows;
}
