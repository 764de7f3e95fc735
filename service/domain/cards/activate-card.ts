import { timingSafeEqual } from "node:crypto";
import type { Card } from "../../../contract/cards.ts";
import { findCardsToActivate, lockCard } from "../../db/cards/cards.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { writeStep } from "./change-card.ts";
import { doneBy, issuerOf } from "./issuer-of.ts";
import { endReplaced, last6HashOf } from "./order-card.ts";

/**
 * Activates a delivered card of a customer by its last six digits; a damaged card that it replaces ends with it. The issuer hears of it
 * first. Returns the wire payload. Cards 2, 3.
 * @throws `card_activation_refused`, `card_fund_apart`, `card_issuer_missing`, `card_issuer_refused`, `card_issuer_unavailable`
 */
export async function activateCard(
  ctx: Context,
  { customerId, last6, amount }: { customerId: string; last6: string; amount?: number | undefined },
): Promise<{ card: Card }> {
  if (amount !== undefined) throw new Failure("card_fund_apart");
  const wanted = last6HashOf(ctx.providers, last6);
  const delivered = await findCardsToActivate(ctx.db, ctx.tenant.id, customerId);
  const card = delivered.find(({ last6Hash }) => last6Hash !== null && timingSafeEqual(last6Hash, wanted));
  if (!card?.issuerCardId) throw new Failure("card_activation_refused");
  doneBy(await issuerOf(ctx).activate(card.issuerCardId));
  return await inTransaction(ctx.db, async (tx) => {
    const locked = await lockCard(tx, ctx.tenant.id, card.id);
    if (locked?.status !== "pending_activation") throw new Failure("card_activation_refused");
    const active = await writeStep(tx, ctx, locked, { action: "card.activate", status: "active", step: "active" });
    if (locked.replaces !== null) await endReplaced(ctx, tx, locked.replaces);
    return { card: active };
  });
}
