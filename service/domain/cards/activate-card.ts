import { createHash, timingSafeEqual } from "node:crypto";
import type { Card } from "../../../contract/cards.ts";
import { holdsPermission } from "../../../contract/permissions.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { type CardRow, findDeliveredCards, lockCard } from "../../db/cards/cards.ts";
import { inTransaction } from "../../db/pool.ts";
import { limitGuesses } from "../auth/sign-in/attempt-limit.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { keepAnswer, keptSince } from "../stored-answers.ts";
import { assertCardMoney, type CardMoveInput } from "./authorizations/prepare-card-money.ts";
import { cardView } from "./card-view.ts";
import { writeStep } from "./change-card.ts";
import { doneBy, issuerOf } from "./issuer-of.ts";
import { endReplaced, last6HashOf } from "./order-card.ts";

/** Of the digits of the cards of one customer, in fifteen minutes. */
const GUESSES = 5;

/**
 * Activates a delivered card of a customer by its last six digits; a damaged card that it replaces ends with it. The issuer hears of it
 * first. With an amount in kobo the caller then funds the card by `funding`: it was possible before the issuer heard. The same request
 * after a crash between the two gets the active card and its `funding` again. Returns the wire payload. Cards 2, 3, decision 0153.
 * @throws `card_activation_refused`, after five wrong entries `login_locked` for a quarter of an hour, `card_issuer_missing`,
 * `card_issuer_refused`, `card_issuer_unavailable`; with an amount `card_without_account`, `permission_missing`, and what
 * `assertCardMoney` throws
 */
export async function activateCard(
  ctx: Context,
  { customerId, last6, amount }: { customerId: string; last6: string; amount?: number | undefined },
): Promise<{ card: Card; funding: CardMoveInput | null }> {
  // The last four digits are shown, so the two others could be tried out.
  const { card, issuerCardId, isActivated } = await limitGuesses(
    { ...ctx, address: "any" },
    `card ${ctx.tenant.id} ${customerId}`,
    GUESSES,
    () => findByDigits(ctx, customerId, last6),
  );
  const funding = amount === undefined ? null : { customerId, amount, cardId: card.id };
  if (funding) assertMayFund(ctx, card);
  if (isActivated) return { card: cardView(card), funding };
  if (funding) await assertCardMoney(ctx, "card_fund", funding);
  doneBy(await issuerOf(ctx).activate(issuerCardId));
  return { card: await recordActivation(ctx, card.id, funding), funding };
}

async function findByDigits(ctx: Context, customerId: string, last6: string) {
  const wanted = last6HashOf(ctx.providers, last6);
  const hasDigits = ({ last6Hash }: CardRow) => last6Hash !== null && timingSafeEqual(last6Hash, wanted);
  const delivered = (await findDeliveredCards(ctx.db, ctx.tenant.id, customerId)).filter(hasDigits);
  const activated = delivered.find((one) => isActivatedBy(ctx, one));
  const card = activated ?? delivered.find(({ status }) => status === "pending_activation");
  if (!card?.issuerCardId) throw new Failure("card_activation_refused");
  return { card, issuerCardId: card.issuerCardId, isActivated: activated !== undefined };
}

async function recordActivation(ctx: Context, id: string, funding: CardMoveInput | null): Promise<Card> {
  return await inTransaction(ctx.db, async (tx) => {
    const card = await lockCard(tx, ctx.tenant.id, id);
    // Another process has the same request: both continue with the funding, which moves once for their key.
    if (card && isActivatedBy(ctx, card)) return cardView(card);
    if (card?.status !== "pending_activation") throw new Failure("card_activation_refused");
    const step = { action: "card.activate", status: "active", step: "active" } as const;
    const active = await writeStep(tx, ctx, card, funding ? { ...step, request: fingerprintOf(ctx) } : step);
    if (card.replaces !== null) await endReplaced(ctx, tx, card.replaces);
    // With an amount the answer is kept in the commit of the money.
    if (!funding) await keepAnswer(tx, ctx, { payload: { card: active } });
    return active;
  });
}

/** Whether this request activated the card, to fund it next. Older than an answer is kept, it was another request with the same key. */
function isActivatedBy(ctx: Context, { shipping }: CardRow): boolean {
  const fingerprint = fingerprintOf(ctx);
  if (fingerprint === undefined) return false;
  const since = keptSince(ctx);
  return shipping.some(({ request, at }) => request === fingerprint && new Date(at) >= since);
}

/** Key and content of a request that has a key. */
function fingerprintOf({ pendingAnswer }: Context): string | undefined {
  if (!pendingAnswer) return undefined;
  const { key, requestHash } = pendingAnswer;
  return createHash("sha256").update(requestHash).update(key).digest("base64");
}

/** Activating needs less than moving money. */
function assertMayFund({ actor }: Context, { source }: CardRow): void {
  if (source !== "CARD") throw new Failure("card_without_account");
  if (actor.kind !== "member" && actor.kind !== "key") return;
  if (holdsPermission(actor.permissions, "MANAGE_PREPAID_CARD")) return;
  const holder = actor.kind === "member" ? "caller" : actor.isRestricted ? "restricted key" : "private key";
  throw new Failure("permission_missing", {
    message: requestTexts.permissionsRequired(holder, ["MANAGE_PREPAID_CARD"]),
  });
}
