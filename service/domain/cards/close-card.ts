import type { Card } from "../../../contract/cards.ts";
import type { Context } from "../context.ts";
import { changeCard } from "./change-card.ts";
import { informIssuer } from "./inform-issuer.ts";
import { assertOpen } from "./issuer-of.ts";

/**
 * Ends a card for good. It counts from the commit; the issuer hears of it after, and again until it has answered. Clearings of earlier
 * payments still arrive. Returns the wire payload. Cards 3, decision 0158. @throws `card_not_found`, `card_closed`, `card_not_active`
 */
export async function closeCard(ctx: Context, { id, reason }: { id: string; reason: string }): Promise<{ card: Card }> {
  const card = await changeCard(ctx, id, (row) => {
    assertOpen(row);
    return { action: "card.close", status: "closed", reason, note: reason, informsIssuer: true };
  });
  await informIssuer(ctx, id);
  return { card };
}
