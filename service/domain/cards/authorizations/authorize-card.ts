import type { DeclineCode } from "../../../../contract/card-authorizations.ts";
import {
  type AskedCard,
  type DecidedAuthorization,
  EMPTY_DECLINES_REASON,
  findAskedCard,
  findDecided,
  insertApproved,
  insertDeclined,
  type NewAuthorization,
} from "../../../db/cards/authorizations.ts";
import { cardAccountsOf, RAIL_STRIPES } from "../../../db/ledger/accounts.ts";
import { inTransaction, wakeAfterCommit } from "../../../db/pool.ts";
import { isAuthorizationRefused, isUniqueViolation } from "../../../db/sql-errors.ts";
import { koboToWireEdge } from "../../../ledger/kobo.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { Refusal } from "../../../ledger/movement.ts";
import type { AuthorizationRequest } from "../../../providers/issuers/issuer.ts";
import type { Context, Mode } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { moveMoney, type NewMovement } from "../../transactions/move-money.ts";
import { type Decline, declineOf } from "./check-controls.ts";
import { type IssuerContext, issuerContext, readIssuerRequest, type SignedRequest } from "./issuer-requests.ts";
import { recordCardEvent } from "./record-card-event.ts";

/** The issuer waits this long for an answer. Cards 3. */
const ANSWER_MS = 2_000;
const EMPTY_DECLINES = { limit: 5, withinMs: 3_600_000 };
const MAX_TRIES = 4;

export type AuthorizationAnswer = { decision: "approve" | "decline"; code: DeclineCode | null };

/**
 * Answers the issuer whether a card may pay. Approved: the hold, the authorization and its audit row commit together before the answer.
 * The same authorization gets the same answer. What would be answered too late is declined, and its hold is released. Cards 3.
 * @throws what `readIssuerRequest` throws; `unavailable`, `outcome_unknown`: the issuer declines and voids it
 */
export async function authorizeCard(services: IssuerContext, signed: SignedRequest): Promise<AuthorizationAnswer> {
  const { value: asked, mode } = readIssuerRequest(services, signed, (issuer, request) =>
    issuer.readAuthorization(request),
  );
  return await answerQuestion(services, { issuer: signed.issuer, mode, asked });
}

/** Answers a question whose sender is known; as `authorizeCard`. */
export async function answerQuestion(
  services: IssuerContext,
  { issuer, mode, asked }: Pick<Arrived, "issuer" | "mode" | "asked">,
): Promise<AuthorizationAnswer> {
  const startedAt = services.clock.now();
  const arrived: Arrived = { issuer, mode, asked, since: sinceOf(startedAt), startedAt };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await decide(services, arrived);
    } catch (error) {
      // Another authorization used up the limit, the card was frozen, or the same one is decided in another process.
      const isRace = isAuthorizationRefused(error) || isUniqueViolation(error, { table: "card_authorizations" });
      if (!isRace || attempt >= MAX_TRIES) throw error;
    }
  }
}

async function decide(services: IssuerContext, arrived: Arrived): Promise<AuthorizationAnswer> {
  const { issuer, asked, since } = arrived;
  const [decided, card] = await Promise.all([
    findDecided(services.db, issuer, asked.authorizationId),
    findAskedCard(services.db, { issuer, issuerCardId: asked.cardId, sinceDay: since.day, sinceMonth: since.month }),
  ]);
  if (decided) return answerOf(decided);
  if (card?.mode !== arrived.mode) return { decision: "decline", code: "unknown_card" };
  const ctx = issuerContext(services, card);
  const question = { ...arrived, card };
  const decline = isLate(ctx, question) ? LATE : declineOf(card, asked);
  return await (decline ? refuse(ctx, question, decline) : approve(ctx, question));
}

type Arrived = {
  issuer: string;
  mode: Mode;
  asked: AuthorizationRequest;
  since: { day: Date; month: Date };
  startedAt: Date;
};
type Question = Arrived & { card: AskedCard };
const LATE: Decline = { code: "late", facts: {} };

/** The beginning of the day and of the month in Africa/Lagos, which has no summer time. */
function sinceOf(at: Date): { day: Date; month: Date } {
  const day = lagosDay(at);
  return { day: new Date(`${day}T00:00:00+01:00`), month: new Date(`${day.slice(0, 7)}-01T00:00:00+01:00`) };
}

/** What was decided before. A row that only events have made was never approved in time. */
function answerOf({ isAnswered, declineCode }: DecidedAuthorization): AuthorizationAnswer {
  if (isAnswered && declineCode === null) return { decision: "approve", code: null };
  return { decision: "decline", code: (declineCode as DeclineCode | null) ?? "late" };
}

/** A sandbox issuer may run ahead, so a time in the future counts from the arrival. */
function isLate({ clock }: Context, { asked, startedAt }: Question): boolean {
  const from = Math.min(asked.requestedAt.getTime(), startedAt.getTime());
  return clock.now().getTime() - from > ANSWER_MS;
}

/** A payment of 0 asks whether the card may pay at all: nothing is held. */
async function approve(ctx: Context, question: Question): Promise<AuthorizationAnswer> {
  const { asked, card, since } = question;
  const accounts = await cardAccountsOf(ctx.db, ctx.tenant.id);
  const id = ctx.ids.next();
  const stripe = Number.parseInt(id.slice(-4), 16) % RAIL_STRIPES;
  const hold: NewMovement = {
    id,
    kind: card.source === "WALLET" ? "card_hold" : "card_account_hold",
    source: card.account,
    destination: accounts("card_hold", stripe),
    amount: asked.amount,
    description: `Card payment at ${asked.merchant.name}`,
    narration: asked.merchant.name,
    metadata: { cardId: card.card, merchant: asked.merchant.name, category: asked.merchant.category },
  };
  const found: { refusal: Refusal | null } = { refusal: null };
  try {
    await moveMoney(ctx, {
      movements: asked.amount === 0n ? [] : [hold],
      answer([moved]) {
        const outcome = moved?.outcome;
        found.refusal = outcome && !outcome.posted ? outcome.refusal : null;
        if (found.refusal) throw new Failure("insufficient_balance");
        return {};
      },
      audit: () => [
        {
          action: "card_authorization.approve",
          object: { kind: "card_authorization", id },
          after: { card: card.card, amount: asked.amount, merchant: asked.merchant.name },
        },
      ],
      statements: (_moved, at) => [insertApproved(newRow(question, { id, stripe, at }), since)],
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (found.refusal) return await refuse(ctx, question, declineOfRefusal(found.refusal));
    if (error.code === "merchant_suspended") return await refuse(ctx, question, { code: error.code, facts: {} });
    throw error;
  }
  if (!isLate(ctx, question)) return { decision: "approve", code: null };
  const where = { tenant: ctx.tenant.id, id, issuer: question.issuer };
  await recordCardEvent(ctx, where, { kind: "reverse", amount: asked.amount, isLate: true });
  return { decision: "decline", code: "late" };
}

async function refuse(ctx: Context, question: Question, decline: Decline): Promise<AuthorizationAnswer> {
  const at = ctx.clock.now();
  const empty =
    decline.code === "insufficient_funds"
      ? { since: new Date(at.getTime() - EMPTY_DECLINES.withinMs), limit: EMPTY_DECLINES.limit }
      : null;
  const row = newRow(question, { id: ctx.ids.next(), stripe: 0, at, decline });
  const made = await inTransaction(ctx.db, async (tx) => {
    const inserted = await insertDeclined(tx, row, empty);
    if (inserted) wakeAfterCommit(tx);
    if (inserted?.isLocked) {
      const object = { kind: "card", id: row.card };
      await recordAudit(tx, ctx, { action: "card.freeze", object, reason: EMPTY_DECLINES_REASON });
    }
    return inserted;
  });
  if (made === null) {
    const decided = await findDecided(ctx.db, question.issuer, question.asked.authorizationId);
    if (!decided) throw new Error("an authorization that was decided before is gone");
    return answerOf(decided);
  }
  return { decision: "decline", code: decline.code };
}

function newRow(
  { issuer, asked, card, startedAt }: Question,
  { id, stripe, at, decline = null }: { id: string; stripe: number; at: Date; decline?: Decline | null },
): NewAuthorization {
  const { merchant } = asked;
  return {
    tenant: card.tenant,
    id,
    card: card.card,
    issuer,
    issuerAuthorizationId: asked.authorizationId,
    amount: asked.amount,
    decline,
    stripe,
    merchantAmount: asked.merchantAmount,
    merchantCurrency: asked.merchantCurrency,
    rate: asked.rate,
    merchantName: merchant.name,
    category: merchant.category,
    country: merchant.country,
    city: merchant.city,
    channel: asked.channel,
    decidedAt: at,
    decidedInMs: at.getTime() - startedAt.getTime(),
    expiresAt: asked.expiresAt,
    createdAt: startedAt,
  };
}

/** The ledger's reason as a decline with its numbers. Cards 3. */
function declineOfRefusal(refusal: Refusal): Decline {
  const numbers = Object.entries(refusal).filter((entry): entry is [string, bigint] => typeof entry[1] === "bigint");
  const facts = Object.fromEntries(numbers.map(([name, kobo]) => [name, koboToWireEdge(kobo)]));
  return { code: DECLINES[refusal.code] ?? "insufficient_funds", facts };
}

const DECLINES: Partial<Record<Refusal["code"], DeclineCode>> = {
  account_frozen: "wallet_frozen",
  daily_limit_exceeded: "wallet_daily_limit",
  single_limit_exceeded: "wallet_single_limit",
  balance_too_low: "insufficient_funds",
  min_balance_not_met: "insufficient_funds",
};
