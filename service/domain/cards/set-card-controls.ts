import type { Card, CardControlsBody } from "../../../contract/cards.ts";
import { findCard, lockCard, updateCardControls } from "../../db/cards/cards.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { cardView, controlsOf, controlsView } from "./card-view.ts";
import { assertOpen, issuerOf } from "./issuer-of.ts";

/**
 * Replaces all limits and lists of a card. They count from the commit; the issuer hears of them after. Returns the wire payload. Cards 2.
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
    await updateCardControls(tx, locked, controls, ctx.clock.now());
    const object = { kind: "card", id };
    const [before, after] = [controlsView(locked), controlsView(controls)];
    await recordAudit(tx, ctx, { action: "card.controls", object, before, after });
    return await findCard(tx, tenant, id);
  });
  if (!changed) throw new Error("the card is gone");
  const lists = {
    channels: controls.channels ?? [],
    categories: controls.categories ?? [],
    countries: controls.countries ?? [],
    merchants: controls.merchants ?? [],
  };
  await issuerOf(ctx).setControls(assertOpen(changed).issuerCardId, { ...controls, ...lists });
  return { card: cardView(changed) };
}
