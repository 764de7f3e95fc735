import type { CardState } from "../../../contract/cards.ts";
import { plainArray } from "../array-literal.ts";
import type { Transaction } from "../pool.ts";
import { keysOf, type ObjectKey } from "./event-facts.ts";

/** A card with its present state. */
export type CardFact = {
  tenant: number;
  cardId: string;
  customerId: string;
  walletId: string;
  type: "VIRTUAL" | "PHYSICAL";
  brand: string | null;
  last4: string | null;
  status: CardState;
  replaces: string | null;
};

/** Returns cards by ID. */
export async function findCardFacts(tx: Transaction, ids: readonly ObjectKey[]): Promise<CardFact[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<CardFact>({
    name: "find-card-facts",
    text: `select c.tenant, c.id as "cardId", c.customer_id as "customerId", w.id as "walletId", c.type, c.brand, c.last4,
        case when c.status = 'active' and (c.locked_by_customer or c.locked_by_merchant or c.locked_by_issuer) then 'frozen'
          else c.status end as status, c.replaces
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join cards c on c.tenant = wanted.tenant and c.id = wanted.id
      join wallets w on w.tenant = c.tenant and w.account_id = c.wallet_account`,
    values: keysOf(ids),
  });
  return rows;
}

/** A step of a card's payment: its decision (number 0) or one of its events. Kobo; `merchantAmount` in the smallest unit of its currency. */
export type CardPaymentFact = {
  tenant: number;
  n: number;
  authorizationId: string;
  cardId: string;
  customerId: string;
  walletId: string;
  last4: string | null;
  step: "approved" | "declined" | "increment" | "clear" | "reverse" | "expire" | "refund" | "collect";
  amount: bigint;
  isFinal: boolean;
  declineCode: string | null;
  merchantName: string | null;
  category: string | null;
  country: string | null;
  merchantAmount: bigint | null;
  merchantCurrency: string | null;
};

/** Returns steps of payments by authorization and number. */
export async function findCardPaymentFacts(
  tx: Transaction,
  keys: readonly (ObjectKey & { n: number })[],
): Promise<CardPaymentFact[]> {
  if (keys.length === 0) return [];
  // An approval that came too late was approved all the same; its void is an event of its own.
  // Not null: "n". Every key has a number.
  const { rows } = await tx.query<CardPaymentFact>({
    name: "find-card-payment-facts",
    text: `select a.tenant, wanted.n, a.id as "authorizationId", a.card as "cardId", c.customer_id as "customerId", w.id as "walletId",
        c.last4, coalesce(e.kind, case when d.is_declined then 'declined' else 'approved' end) as step,
        coalesce(e.amount, a.amount) as amount, coalesce(e.is_final, false) as "isFinal",
        case when e.kind is null and d.is_declined then a.decline_code end as "declineCode", a.merchant_name as "merchantName",
        a.category, a.country, coalesce(e.merchant_amount, a.merchant_amount) as "merchantAmount",
        coalesce(e.merchant_currency, a.merchant_currency) as "merchantCurrency"
      from unnest($1::int[], $2::uuid[], $3::int[]) as wanted (tenant, id, n)
      join card_authorizations a on a.tenant = wanted.tenant and a.id = wanted.id
      cross join lateral (select a.decline_code is not null and a.authorized = 0 as is_declined) d
      join cards c on c.tenant = a.tenant and c.id = a.card
      join wallets w on w.tenant = c.tenant and w.account_id = c.wallet_account
      left join card_events e on e.tenant = a.tenant and e.authorization_id = a.id and e.n = wanted.n`,
    values: [...keysOf(keys), plainArray(keys.map((key) => key.n))],
  });
  return rows;
}
