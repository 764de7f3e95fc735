import { timingSafeEqual } from "node:crypto";
import type { Card } from "../../../contract/cards.ts";
import { holdsPermission } from "../../../contract/permissions.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { findCardsToActivate, lockCard } from "../../db/cards/cards.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { keepAnswer } from "../stored-answers.ts";
import { assertCardMoney, type CardMoveInput } from "./authorizations/prepare-card-money.ts";
import { writeStep } from "./change-card.ts";
import { doneBy, issuerOf } from "./issuer-of.ts";
import { endReplaced, last6HashOf } from "./order-card.ts";

/**
 * Activates a delivered card of a customer by its last six digits; a damaged card that it replaces ends with it. The issuer hears of it
 * first. With an amount in kobo the caller then funds the card by `funding`: it was possible before the issuer heard. Returns the wire
 * payload. Cards 2, 3, decision 0153.
 * @throws `card_activation_refused`, `card_issuer_missing`, `card_issuer_refused`, `card_issuer_unavailable`; with an amount
 * `card_without_account`, `permission_missing`, and what `assertCardMoney` throws
 */
export async function activateCard(
  ctx: Context,
  { customerId, last6, amount }: { customerId: string; last6: string; amount?: number | undefined },
): Promise<{ card: Card; funding: CardMoveInput | null }> {
  const wanted = last6HashOf(ctx.providers, last6);
  const delivered = await findCardsToActivate(ctx.db, ctx.tenant.id, customerId);
  const card = delivered.find(({ last6Hash }) => last6Hash !== null && timingSafeEqual(last6Hash, wanted));
  if (!card?.issuerCardId) throw new Failure("card_activation_refused");
  const funding = amount === undefined ? null : { customerId, amount, cardId: card.id };
  if (funding) {
    if (card.source !== "CARD") throw new Failure("card_without_account");
    assertMayFund(ctx);
    await assertCardMoney(ctx, "card_fund", funding);
  }
  doneBy(await issuerOf(ctx).activate(card.issuerCardId));
  return await inTransaction(ctx.db, async (tx) => {
    const locked = await lockCard(tx, ctx.tenant.id, card.id);
    if (locked?.status !== "pending_activation") throw new Failure("card_activation_refused");
    const active = await writeStep(tx, ctx, locked, { action: "card.activate", status: "active", step: "active" });
    if (locked.replaces !== null) await endReplaced(ctx, tx, locked.replaces);
    // With an amount the answer is kept in the commit of the money.
    if (!funding) await keepAnswer(tx, ctx, { payload: { card: active } });
    return { card: active, funding };
  });
}

/** Activating needs less than moving money. */
function assertMayFund({ actor }: Context): void {
  if (actor.kind !== "member" && actor.kind !== "key") return;
  if (holdsPermission(actor.permissions, "MANAGE_PREPAID_CARD")) return;
  const holder = actor.kind === "member" ? "caller" : actor.isRestricted ? "restricted key" : "private key";
  throw new Failure("permission_missing", {
    message: requestTexts.permissionsRequired(holder, ["MANAGE_PREPAID_CARD"]),
  });
}
