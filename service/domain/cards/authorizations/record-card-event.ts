import {
  type AuthorizationRow,
  type CardPayer,
  findAuthorizationMoney,
  findEventTarget,
  type PurchaseFacts,
} from "../../../db/cards/authorizations.ts";
import { writeCardEvent } from "../../../db/cards/card-events.ts";
import { type CardAccounts, cardAccountsOf, RAIL_STRIPES } from "../../../db/ledger/accounts.ts";
import { lateReportResolution } from "../../../db/reconciliation/breaks.ts";
import { railOfIssuer } from "../../../db/reconciliation/settlements.ts";
import { isUniqueViolation } from "../../../db/sql-errors.ts";
import type { Statement } from "../../../db/statement.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { IssuerEvent } from "../../../providers/issuers/issuer.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { moveMoney, type NewMovement } from "../../transactions/move-money.ts";
import { type CardEventFacts, decideCardEvent, type Leg, NO_MONEY, statusOf } from "./decide-card-event.ts";
import { type IssuerContext, issuerContext } from "./issuer-requests.ts";

/** What an event says, apart from where it belongs. Kobo. */
type Reported = CardEventFacts & {
  issuerEventId: string | null;
  issuerAuthorizationId: string | null;
  purchase: PurchaseFacts;
  isLate: boolean;
  at: Date;
};

type Target = {
  issuer: string;
  payer: CardPayer;
  authorization: AuthorizationRow | null;
};

export type MoneyEvent = Exclude<IssuerEvent, { kind: "status" }>;

/** While many events arrive together, the payer's balance changes between reading and booking; then it is read again. */
const MAX_TRIES = 40;

/**
 * Books an event of the issuer once, however often it is reported: money, event, authorization, receivable and audit row commit
 * together. A clearing or refund of an unknown authorization makes one. Cards 3, 4.
 * @throws `not_found` for a card that is not ours, `unavailable`: the issuer repeats it
 */
export async function bookIssuerEvent(
  services: IssuerContext,
  issuer: { name: string; mode: string },
  event: MoneyEvent,
): Promise<"booked" | "known"> {
  const key = {
    issuer: issuer.name,
    eventId: event.eventId,
    issuerCardId: event.cardId,
    issuerAuthorizationId: event.authorizationId,
  };
  return await untilBooked(async () => {
    const found = await findEventTarget(services.db, key);
    if (!found || found.payer.mode !== issuer.mode) throw new Failure("not_found");
    if (found.isKnown) return "known";
    const ctx = issuerContext(services, found.payer);
    await book(ctx, { issuer: issuer.name, payer: found.payer, authorization: found.authorization }, reportedOf(event));
    return "booked";
  });
}

/** Books an event that this service found: a late approval, an expiry, or money for what is owed. Cards 3. */
export async function recordCardEvent(
  ctx: Context,
  { tenant, id, issuer }: { tenant: number; id: string; issuer: string },
  facts: { kind: "reverse" | "expire" | "collect"; amount: bigint; isLate?: boolean },
): Promise<void> {
  await untilBooked(async () => {
    const authorization = await findAuthorizationMoney(ctx.db, tenant, id);
    if (!authorization) throw new Error("an authorization is gone");
    const { kind, amount, isLate = false } = facts;
    const at = ctx.clock.now();
    const reported = { kind, amount, isFinal: false, isLate, at, purchase: NO_PURCHASE };
    await book(
      ctx,
      { issuer, payer: authorization, authorization },
      { ...reported, issuerEventId: null, issuerAuthorizationId: null },
    );
    return "booked";
  });
}

async function untilBooked(attempt: () => Promise<"booked" | "known">): Promise<"booked" | "known"> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isRace =
        error instanceof BookingRefused ||
        isUniqueViolation(error, { table: "card_events" }) ||
        isUniqueViolation(error, { table: "card_authorizations" });
      if (!isRace || tries >= MAX_TRIES) throw error;
    }
  }
}

/** The payer has less than when it was read. */
class BookingRefused extends Failure {}

async function book(ctx: Context, { issuer, payer, authorization }: Target, reported: Reported): Promise<void> {
  const accounts = await cardAccountsOf(ctx.db, ctx.tenant.id);
  const before = authorization ?? NO_MONEY;
  const free = payer.balance - payer.minBalance;
  const { money, legs } = decideCardEvent(moneyOf(before), reported, free > 0n ? free : 0n);
  const id = authorization?.id ?? ctx.ids.next();
  const stripe = authorization?.stripe ?? Number.parseInt(id.slice(-4), 16) % RAIL_STRIPES;
  const n = (authorization?.changes ?? 0) + 1;
  const where = authorization?.merchantName ?? reported.purchase.merchantName ?? "a merchant";
  const heldOn = authorization && lagosDay(authorization.decidedAt);
  const movements = legs.map((leg) => movementOf(leg, { payer, stripe, accounts, where, heldOn, reported }));
  const status = statusOf(money, reported.isLate);
  const sum = (from: Leg["from"] | null, to: Leg["to"] | null) =>
    legs
      .filter((leg) => (from === null || leg.from === from) && (to === null || leg.to === to))
      .reduce((total, leg) => total + leg.amount, 0n);
  await moveMoney(ctx, {
    movements,
    answer(moved) {
      if (!moved.every(({ outcome }) => outcome.posted)) throw new BookingRefused("unavailable");
      return {};
    },
    audit: () => [
      {
        action: `card_authorization.${reported.kind}`,
        object: { kind: "card_authorization", id },
        before: { held: before.held, cleared: before.cleared, refunded: before.refunded, owed: before.owed },
        after: { held: money.held, cleared: money.cleared, refunded: money.refunded, owed: money.owed, status },
        reason: reported.isLate ? "The answer came too late." : null,
      },
    ],
    statements: (moved, at) => [
      writeCardEvent({
        tenant: payer.tenant,
        id,
        card: payer.card,
        issuer,
        n,
        event: {
          issuerEventId: reported.issuerEventId,
          kind: reported.kind,
          amount: reported.kind === "collect" ? sum("payer", "receivable") : reported.amount,
          isFinal: reported.isFinal,
          merchantAmount: reported.purchase.merchantAmount,
          merchantCurrency: reported.purchase.merchantCurrency,
          rate: reported.purchase.rate,
          at: reported.at,
        },
        transactions: moved.map((one) => one.id),
        status,
        isLate: reported.isLate,
        money,
        debt: {
          account: payer.account,
          stripe,
          added: sum("receivable", null),
          paid: sum(null, "receivable"),
        },
        created: authorization
          ? null
          : { ...reported.purchase, issuerAuthorizationId: reported.issuerAuthorizationId, amount: reported.amount },
        receivedAt: at,
      }),
      ...agreementOf(payer.tenant, issuer, reported, at),
    ],
  });
}

/** Ends the difference about this event, where the issuer's file came first. */
function agreementOf(tenant: number, issuer: string, reported: Reported, at: Date): Statement[] {
  const { kind, issuerEventId: id, amount } = reported;
  if (id === null || (kind !== "clear" && kind !== "refund")) return [];
  const direction = kind === "clear" ? "out" : "in";
  return [lateReportResolution(tenant, { rail: railOfIssuer(issuer), id, direction, amount, byName: "Issuer", at })];
}

function moneyOf(row: typeof NO_MONEY): typeof NO_MONEY {
  const { authorized, reversed, held, cleared, refunded, owed, isFinal, isExpired } = row;
  return { authorized, reversed, held, cleared, refunded, owed, isFinal, isExpired };
}

const NO_PURCHASE: PurchaseFacts = {
  merchantAmount: null,
  merchantCurrency: null,
  rate: null,
  merchantName: null,
  category: null,
  country: null,
  city: null,
  channel: null,
};

function reportedOf(event: MoneyEvent): Reported {
  const isPurchase = event.kind === "clear" || event.kind === "refund";
  return {
    kind: event.kind,
    amount: event.kind === "expire" ? 0n : event.amount,
    isFinal: event.kind === "clear" && event.isFinal,
    isLate: event.kind === "reverse" && event.reason === "late",
    issuerEventId: event.eventId,
    issuerAuthorizationId: event.authorizationId,
    at: event.at,
    purchase: isPurchase
      ? {
          merchantAmount: event.merchantAmount,
          merchantCurrency: event.merchantCurrency,
          rate: event.rate,
          merchantName: event.merchant.name,
          category: event.merchant.category,
          country: event.merchant.country,
          city: event.merchant.city,
          channel: null,
        }
      : NO_PURCHASE,
  };
}

type Booked = {
  payer: CardPayer;
  stripe: number;
  accounts: CardAccounts;
  where: string;
  /** The day of the authorization. What was added to its hold later stays spent on its own day. */
  heldOn: string | null;
  reported: Reported;
};

/** The ledger's movement of a leg. Only what moves a wallet is in its history; the rest is between internal accounts. */
function movementOf(
  { from, to, amount }: Leg,
  { payer, stripe, accounts, where, heldOn, reported }: Booked,
): NewMovement {
  const idOf = (place: Leg["from"]) => {
    if (place === "payer") return payer.account;
    const kinds = { hold: "card_hold", settlement: "issuer_settlement", receivable: "receivable" } as const;
    return accounts(kinds[place], stripe);
  };
  const [kind, text] = payer.source === "WALLET" ? (OF_WALLET[`${from}>${to}`] ?? INTERNAL) : INTERNAL;
  return {
    kind,
    source: idOf(from),
    destination: idOf(to),
    amount,
    description: `${text} ${where}`,
    narration: where,
    unspent: kind === "card_release" && heldOn !== null ? { day: heldOn, amount } : null,
    metadata: { cardId: payer.card, event: reported.kind },
  };
}

const INTERNAL = ["card_booking", "Card payment at"] as const;
const OF_WALLET: Record<string, readonly [NewMovement["kind"], string]> = {
  "payer>hold": ["card_increment", "More held for a card payment at"],
  "hold>payer": ["card_release", "Released hold of a card payment at"],
  "payer>settlement": ["card_payment", "Card payment at"],
  "payer>receivable": ["card_recovery", "Owed for a card payment at"],
  "settlement>payer": ["card_refund", "Card refund from"],
};
