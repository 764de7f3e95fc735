import type { Card, CardControlsBody } from "../../../contract/cards.ts";
import { findCard, lockCard, updateCardControls } from "../../db/cards/cards.ts";
import { queueNotice } from "../../db/cards/issuer-notices.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { cardView, controlsOf, controlsView } from "./card-view.ts";
import { informIssuer } from "./inform-issuer.ts";
import { assertOpen } from "./issuer-of.ts";

/**
 * Replaces all limits and lists of a card. They count from the commit; the issuer hears of them after, and again until it has answered.
 * Returns the wire payload. Cards 2, decision 0158.
 * @throws `card_not_found`, `card_closed`, `card_not_active`
 */
export async function setCardControls(
  ctx: Context,
  { id, ...body }: CardControlsBody & { id: string },
): Promise<{ card: Card }> {
  const tenant = ctx.tenant.id;
  const controls = controlsOf(body);
  const changed = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockCard(tx, tenant, id);
    if (!locked) throw new Failure("card_not_found");
    assertOpen(locked);
    const at = ctx.clock.now();
    await updateCardControls(tx, locked, controls, at);
    await queueNotice(tx, { tenant, id, hasControls: true, at });
    const object = { kind: "card", id };
    const [before, after] = [controlsView(locked), controlsView(controls)];
    await recordAudit(tx, ctx, { action: "card.controls", object, before, after });
    return await findCard(tx, tenant, id);
  });
  if (!changed) throw new Error("the card is gone");
  await informIssuer(ctx, id);
  return { card: cardView(changed) };
}
