import type { Card } from "../../../contract/cards.ts";
import { findCard } from "../../db/cards/cards.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { cardView } from "./card-view.ts";

/** Returns one card as the wire payload. Cards 2. @throws `card_not_found` */
export async function getCard(ctx: Context, { id }: { id: string }): Promise<{ card: Card }> {
  const card = await findCard(ctx.db, ctx.tenant.id, id);
  if (!card) throw new Failure("card_not_found");
  return { card: cardView(card) };
}
