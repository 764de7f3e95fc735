import { jsonRows } from "../array-literal.ts";
import type { Queryable } from "../pool.ts";
import type { Statement } from "../statement.ts";

/** The books of a card, and who pays for it: the wallet or the card's own account. Kobo. */
export type CardPayer = {
  tenant: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  card: string;
  source: "WALLET" | "CARD";
  account: bigint;
  balance: bigint;
  /** What must stay on the account. */
  minBalance: bigint;
  isWalletFrozen: boolean;
};

/**
 * A card when its issuer asks whether it may pay. Empty lists and null allow everything. `spent` is held or cleared, also on the cards that
 * it replaces. Kobo.
 */
export type AskedCard = CardPayer & {
  status: string;
  isLocked: boolean;
  isMerchantSuspended: boolean;
  perTransactionLimit: bigint | null;
  dailyLimit: bigint | null;
  monthlyLimit: bigint | null;
  channels: string[] | null;
  categories: string[] | null;
  countries: string[] | null;
  merchants: string[] | null;
  spentToday: bigint;
  spentThisMonth: bigint;
};

/** `isAnswered`: the issuer asked about it; otherwise only events have made it. */
export type DecidedAuthorization = { isAnswered: boolean; declineCode: string | null };

const PAYER = `c.tenant, t.merchant_id as "merchantId", t.mode, c.id as card, c.source,
  coalesce(c.card_account, c.wallet_account) as account, p.balance,
  case when c.source = 'WALLET' then coalesce(r.min_balance, 0) else 0 end as "minBalance",
  w.frozen or s.wallets_frozen_at is not null as "isWalletFrozen"`;
const PAYER_JOINS = `join tenants t on t.id = c.tenant
  join tenant_settings s on s.tenant = c.tenant
  join accounts w on w.tenant = c.tenant and w.id = c.wallet_account
  join accounts p on p.tenant = c.tenant and p.id = coalesce(c.card_account, c.wallet_account)
  left join tier_rules r on r.tenant = c.tenant and r.tier = w.tier`;

/** Returns the card that the issuer asks about, undefined if it is not ours, and what was decided before. */
export async function findAskedCard(
  db: Queryable,
  asked: { issuer: string; issuerCardId: string; sinceDay: Date; sinceMonth: Date },
): Promise<AskedCard | undefined> {
  const { rows } = await db.query<AskedCard>({
    name: "find-asked-card",
    text: `select ${PAYER}, c.status, c.locked_by_customer or c.locked_by_merchant or c.locked_by_issuer as "isLocked",
        m.suspended_at is not null as "isMerchantSuspended",
        c.per_transaction_limit as "perTransactionLimit", c.daily_limit as "dailyLimit", c.monthly_limit as "monthlyLimit",
        c.channels, c.categories, c.countries, c.merchants,
        coalesce(spent.today, 0)::bigint as "spentToday", coalesce(spent.month, 0)::bigint as "spentThisMonth"
      from cards c ${PAYER_JOINS}
      join merchants m on m.id = t.merchant_id
      left join lateral (
        with recursive lineage (id, replaces) as (
          select c.id, c.replaces where c.daily_limit is not null or c.monthly_limit is not null
          union all
          select former.id, former.replaces from lineage cross join lateral (
            select o.id, o.replaces from cards o where o.tenant = c.tenant and o.id = lineage.replaces offset 0
          ) former
        )
        select sum(one.month) as month, sum(one.today) as today
        from lineage cross join lateral (
          select sum(a.held + a.cleared) as month, sum(a.held + a.cleared) filter (where a.created_at >= $3) as today
          from card_authorizations a where a.tenant = c.tenant and a.card = lineage.id and a.created_at >= $4
        ) one
      ) spent on true
      where c.issuer = $1 and c.issuer_card_id = $2`,
    values: [asked.issuer, asked.issuerCardId, asked.sinceDay, asked.sinceMonth],
  });
  return rows[0];
}

/** Returns what was decided about an authorization, undefined if it is new. */
export async function findDecided(
  db: Queryable,
  issuer: string,
  issuerAuthorizationId: string,
): Promise<DecidedAuthorization | undefined> {
  const { rows } = await db.query<DecidedAuthorization>({
    name: "find-decided-authorization",
    text: `select decided_in_ms is not null as "isAnswered", decline_code as "declineCode" from card_authorizations
      where issuer = $1 and issuer_authorization_id = $2`,
    values: [issuer, issuerAuthorizationId],
  });
  return rows[0];
}

/** What the issuer says about a purchase. Amounts in the smallest unit of their currency. */
export type PurchaseFacts = {
  merchantAmount: bigint | null;
  merchantCurrency: string | null;
  rate: string | null;
  merchantName: string | null;
  category: string | null;
  country: string | null;
  city: string | null;
  channel: string | null;
};

/** A new authorization. Kobo. */
export type NewAuthorization = PurchaseFacts & {
  tenant: number;
  id: string;
  card: string;
  issuer: string;
  issuerAuthorizationId: string;
  amount: bigint;
  decline: { code: string; facts: object } | null;
  stripe: number;
  decidedAt: Date;
  decidedInMs: number;
  expiresAt: Date;
  createdAt: Date;
};

/** The row of `$1` as a statement reads it. */
const GIVEN = `given as materialized (
    select * from json_to_recordset($1) as given (tenant integer, id uuid, card uuid, issuer text, "issuerAuthorizationId" text,
      amount bigint, "declineCode" text, "declineFacts" jsonb, stripe smallint, "merchantAmount" bigint, "merchantCurrency" text,
      rate numeric, "merchantName" text, category text, country text, city text, channel text, "decidedAt" timestamptz,
      "decidedInMs" integer, "expiresAt" timestamptz, "createdAt" timestamptz)
  )`;
const INSERT = `insert into card_authorizations (tenant, id, card, issuer, issuer_authorization_id, status, decline_code, decline_facts,
    amount, authorized, held, stripe, merchant_amount, merchant_currency, rate, merchant_name, category, country, city, channel, late,
    decided_at, decided_in_ms, expires_at, created_at)
  select tenant, id, card, issuer, "issuerAuthorizationId", case when "declineCode" is null then 'approved' else 'declined' end,
    "declineCode", "declineFacts", amount, case when "declineCode" is null then amount else 0 end,
    case when "declineCode" is null then amount else 0 end, stripe, "merchantAmount", "merchantCurrency", rate, "merchantName",
    category, country, city, channel, "declineCode" is not distinct from 'late', "decidedAt", "decidedInMs", "expiresAt", "createdAt"`;

/** The outbox record of a decision. */
const PUBLISH = `insert into outbox (tenant, kind, object_id, at) select tenant, 'card.payment.0', id, "decidedAt"`;

function givenRow({ decline, ...row }: NewAuthorization): string {
  return jsonRows([{ ...row, declineCode: decline?.code ?? null, declineFacts: decline?.facts ?? null }]);
}

/**
 * Inserts an approved authorization in the commit of its hold. Fails where the card no longer allows it
 * (`isAuthorizationRefused`). Cards 3.
 */
export function insertApproved(row: NewAuthorization, since: { day: Date; month: Date }): Statement {
  return {
    name: "insert-approved-authorization",
    text: `with ${GIVEN}, allowed as (
        select refuse_card_authorization(tenant, card, amount, $2, $3) from given
      ), published as (
        ${PUBLISH} from given
      )
      ${INSERT} from (select count(*) from allowed) checked, given`,
    values: [givenRow(row), since.day, since.month],
  };
}

/**
 * Inserts a declined authorization, and counts an empty decline: from `limit` in an hour on it locks the card, which the worker tells the
 * issuer. Returns whether it did, null if the authorization was decided before.
 */
export async function insertDeclined(
  db: Queryable,
  row: NewAuthorization,
  empty: { since: Date; limit: number } | null,
): Promise<{ isLocked: boolean } | null> {
  const { rows } = await db.query<{ id: string; isLocked: boolean | null }>({
    name: "insert-declined-authorization",
    text: `with ${GIVEN}, declined as (
        ${INSERT} from given on conflict do nothing returning id
      ), published as (
        ${PUBLISH} from given where exists (select from declined) returning id
      ), counted as (
        update cards c set
          empty_declines = case when n.is_full then '{}' else n.declines end,
          locked_by_merchant = c.locked_by_merchant or n.is_full,
          changes = c.changes + n.is_full::int,
          reason = case when n.is_full then $4 else c.reason end,
          updated_at = case when n.is_full then n.at else c.updated_at end
        from (
          select k.tenant, k.id, k.at, k.declines, cardinality(k.declines) >= $3 as is_full
          from (
            select c.tenant, c.id, g."decidedAt" as at,
              array(select d from unnest(c.empty_declines) d where d > $2) || g."decidedAt" as declines
            from given g join cards c on c.tenant = g.tenant and c.id = g.card for update of c
          ) k
        ) n
        where $2::timestamptz is not null and exists (select from declined) and c.tenant = n.tenant and c.id = n.id
          and not c.locked_by_merchant
        returning c.locked_by_merchant
      ), frozen as (
        insert into outbox (tenant, kind, object_id, at)
        select tenant, 'card.status.frozen', card, "decidedAt" from (select count(*) from published) first, given
        where exists (select from counted where locked_by_merchant)
      ), informed as (
        insert into issuer_notices (tenant, card, has_controls, due_at, created_at)
        select tenant, card, false, "decidedAt", "decidedAt" from given
        where exists (select from counted where locked_by_merchant)
        on conflict (tenant, card) do update set version = issuer_notices.version + 1, attempts = 0
      )
      select id, (select locked_by_merchant from counted) as "isLocked" from declined`,
    values: [givenRow(row), empty?.since ?? null, empty?.limit ?? null, EMPTY_DECLINES_REASON],
  });
  const [made] = rows;
  return made ? { isLocked: made.isLocked ?? false } : null;
}

/** Why a card is frozen after empty declines. */
export const EMPTY_DECLINES_REASON = "Five payments in an hour were declined for lack of money";

/** An authorization with its payer and the number of its events. Kobo. */
export type AuthorizationRow = CardPayer & {
  id: string;
  amount: bigint;
  authorized: bigint;
  reversed: bigint;
  held: bigint;
  cleared: bigint;
  refunded: bigint;
  owed: bigint;
  isFinal: boolean;
  isExpired: boolean;
  stripe: number;
  changes: number;
  merchantName: string | null;
  /** When its money was held. */
  decidedAt: Date;
};

const MONEY = `a.id, a.amount, a.authorized, a.reversed, a.held, a.cleared, a.refunded, a.owed,
  a.is_final as "isFinal", a.is_expired as "isExpired", a.stripe, a.changes, a.merchant_name as "merchantName",
  a.decided_at as "decidedAt"`;

/** The payer of the card that an event is about, its authorization if we have one, and whether the event was booked before. */
export type EventTarget = {
  payer: CardPayer;
  authorization: AuthorizationRow | null;
  isKnown: boolean;
};
type EventTargetRow = CardPayer & { isKnown: boolean } & {
  [K in Exclude<keyof AuthorizationRow, keyof CardPayer>]: AuthorizationRow[K] | null;
};

/** Returns where an event belongs, undefined if its card is not ours. */
export async function findEventTarget(
  db: Queryable,
  event: { issuer: string; eventId: string; issuerCardId: string; issuerAuthorizationId: string | null },
): Promise<EventTarget | undefined> {
  const { rows } = await db.query<EventTargetRow>({
    name: "find-card-event-target",
    text: `select ${PAYER}, ${MONEY},
        exists (select from card_events e where e.issuer = $1 and e.issuer_event_id = $2) as "isKnown"
      from cards c ${PAYER_JOINS}
      left join card_authorizations a on a.issuer = c.issuer and a.issuer_authorization_id = $4 and a.tenant = c.tenant
        and a.card = c.id
      where c.issuer = $1 and c.issuer_card_id = $3`,
    values: [event.issuer, event.eventId, event.issuerCardId, event.issuerAuthorizationId],
  });
  const [row] = rows;
  if (!row) return undefined;
  // Without an authorization all of its columns are null.
  const authorization = row.id === null ? null : (row as AuthorizationRow);
  return { payer: row, authorization, isKnown: row.isKnown };
}

/** Returns one authorization with its payer. */
export async function findAuthorizationMoney(
  db: Queryable,
  tenant: number,
  id: string,
): Promise<AuthorizationRow | undefined> {
  const { rows } = await db.query<AuthorizationRow>({
    name: "find-authorization-money",
    text: `select ${PAYER}, ${MONEY} from card_authorizations a
      join cards c on c.tenant = a.tenant and c.id = a.card ${PAYER_JOINS}
      where a.tenant = $1 and a.id = $2`,
    values: [tenant, id],
  });
  return rows[0];
}

/** An authorization on the books of its merchant. */
export type AuthorizationPlace = {
  tenant: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  id: string;
  issuer: string;
};
const PLACE = `a.tenant, t.merchant_id as "merchantId", t.mode, a.id, a.issuer`;

/** Returns authorizations that hold money past their end: the tenants in turn, of each the oldest first. Decision 0196. */
export async function findOverdue(db: Queryable, now: Date, limit: number): Promise<AuthorizationPlace[]> {
  const { rows } = await db.query<AuthorizationPlace>(
    `select ${PLACE} from card_authorizations a join tenants t on t.id = a.tenant
     where a.held > 0 and a.expires_at < $1 
     order by row_number() over (partition by a.tenant order by a.expires_at), a.expires_at limit $2`,
    [now, limit],
  );
  return rows;
}

/** Returns authorizations for which somebody owes money and has some again: the tenants in turn, of each the oldest first. Decision 0196. */
export async function findCollectable(db: Queryable, limit: number): Promise<AuthorizationPlace[]> {
  const { rows } = await db.query<AuthorizationPlace>(
    `select ${PLACE} from receivables v
     join card_authorizations a on a.tenant = v.tenant and a.id = v.authorization_id
     join tenants t on t.id = v.tenant
     join accounts p on p.tenant = v.tenant and p.id = v.account
     left join tier_rules r on r.tenant = v.tenant and r.tier = p.tier
     where v.settled_at is null and p.balance > coalesce(r.min_balance, 0)
     order by row_number() over (partition by v.tenant order by v.created_at, v.authorization_id), v.created_at limit $1`,
    [limit],
  );
  return rows;
}
