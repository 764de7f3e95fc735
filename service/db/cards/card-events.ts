import { jsonRows, plainArray } from "../array-literal.ts";
import type { Statement } from "../statement.ts";
import type { AuthorizationRow, PurchaseFacts } from "./authorizations.ts";

/** What an event changes: the authorization after it, with its own row. `created` for an authorization that nothing was known of. */
export type BookedEvent = {
  tenant: number;
  id: string;
  card: string;
  issuer: string;
  n: number;
  event: {
    issuerEventId: string | null;
    kind: "increment" | "clear" | "reverse" | "expire" | "refund" | "collect";
    amount: bigint;
    isFinal: boolean;
    merchantAmount: bigint | null;
    merchantCurrency: string | null;
    rate: string | null;
    at: Date;
  };
  transactions: readonly string[];
  status: string;
  isLate: boolean;
  money: Pick<
    AuthorizationRow,
    "authorized" | "reversed" | "held" | "cleared" | "refunded" | "owed" | "isFinal" | "isExpired"
  >;
  /** How the debt of this authorization changes; the new debt belongs to `account`. */
  debt: { account: bigint; stripe: number; added: bigint; paid: bigint };
  created: (PurchaseFacts & { issuerAuthorizationId: string | null; amount: bigint }) | null;
  receivedAt: Date;
};

/**
 * Writes an event, its authorization and its receivable in the commit of the money. Of two events with the same number, or the same ID
 * at the issuer, one fails (`isUniqueViolation` of `card_events`). Cards 4.
 */
export function writeCardEvent(row: BookedEvent): Statement {
  const { event, money, debt, created } = row;
  const fact = {
    tenant: row.tenant,
    id: row.id,
    card: row.card,
    issuer: row.issuer,
    n: row.n,
    eventId: event.issuerEventId,
    kind: event.kind,
    amount: event.amount,
    isFinalEvent: event.isFinal,
    merchantAmount: event.merchantAmount,
    merchantCurrency: event.merchantCurrency,
    rate: event.rate,
    eventAt: event.at,
    receivedAt: row.receivedAt,
    status: row.status,
    late: row.isLate,
    ...money,
    account: debt.account,
    stripe: debt.stripe,
    added: debt.added,
    paid: debt.paid,
    isNew: created !== null,
    authorizationId: created?.issuerAuthorizationId ?? null,
    asked: created?.amount ?? 0n,
    merchantName: created?.merchantName ?? null,
    category: created?.category ?? null,
    country: created?.country ?? null,
    city: created?.city ?? null,
  };
  return {
    name: "write-card-event",
    text: `with given as materialized (
        select * from json_to_recordset($1) as given (tenant integer, id uuid, card uuid, issuer text, n integer, "eventId" text,
          kind text, amount bigint, "isFinalEvent" boolean, "merchantAmount" bigint, "merchantCurrency" text, rate numeric,
          "eventAt" timestamptz, "receivedAt" timestamptz, status text, late boolean, authorized bigint, reversed bigint,
          held bigint, cleared bigint, refunded bigint, owed bigint, "isFinal" boolean, "isExpired" boolean, account bigint,
          stripe smallint, added bigint, paid bigint, "isNew" boolean, "authorizationId" text, asked bigint, "merchantName" text,
          category text, country text, city text)
      ), made as (
        insert into card_authorizations (tenant, id, card, issuer, issuer_authorization_id, status, amount, authorized, reversed, held,
          cleared, refunded, owed, is_final, is_expired, stripe, merchant_amount, merchant_currency, rate, merchant_name, category,
          country, city, late, changes, decided_at, created_at)
        select tenant, id, card, issuer, "authorizationId", status, asked, authorized, reversed, held, cleared, refunded, owed,
          "isFinal", "isExpired", stripe, "merchantAmount", "merchantCurrency", rate, "merchantName", category, country, city, late, n,
          "receivedAt", "receivedAt"
        from given where "isNew"
      ), changed as (
        update card_authorizations a set status = g.status, authorized = g.authorized, reversed = g.reversed, held = g.held,
          cleared = g.cleared, refunded = g.refunded, owed = g.owed, is_final = g."isFinal", is_expired = g."isExpired",
          changes = g.n, late = a.late or g.late, decline_code = case when g.late then 'late' else a.decline_code end
        from given g where not g."isNew" and a.tenant = g.tenant and a.id = g.id
      ), owing as (
        insert into receivables (tenant, authorization_id, card, account, stripe, amount, collected, created_at, settled_at)
        select tenant, id, card, account, stripe, added, paid, "receivedAt", case when paid = added then "receivedAt" end
        from given where added > 0
        on conflict (tenant, authorization_id) do update set amount = receivables.amount + excluded.amount,
          collected = receivables.collected + excluded.collected,
          settled_at = case when receivables.collected + excluded.collected = receivables.amount + excluded.amount
            then excluded.created_at end
      ), repaid as (
        update receivables r set collected = r.collected + g.paid,
          settled_at = case when r.collected + g.paid = r.amount then g."receivedAt" end
        from given g where g.added = 0 and g.paid > 0 and r.tenant = g.tenant and r.authorization_id = g.id
      ), published as (
        insert into outbox (tenant, kind, object_id, at)
        select tenant, 'card.payment.' || n, id, "receivedAt" from given
      )
      insert into card_events (tenant, authorization_id, n, card, issuer, issuer_event_id, kind, amount, is_final, merchant_amount,
        merchant_currency, rate, transactions, at, received_at)
      select tenant, id, n, card, issuer, "eventId", kind, amount, "isFinalEvent", "merchantAmount", "merchantCurrency", rate, $2,
        "eventAt", "receivedAt"
      from given`,
    values: [jsonRows([fact]), plainArray(row.transactions)],
  };
}
