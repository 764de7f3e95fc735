import { type Card, CardState } from "../../../contract/cards.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { CARD_BOUND, type CardFilter, countCards, findCards } from "../../db/cards/card-lists.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice } from "../list-metadata.ts";
import { cardView } from "./card-view.ts";

const BOUND = { rows: CARD_BOUND, are: "cards", instead: "Narrow the list with its filters" };

/** Lists cards, newest first, with the number in each state. Returns the wire payload. Cards 2. */
export async function listCards(
  ctx: Context,
  input: CardFilter & { page: number; perPage: number },
): Promise<{ cards: Card[]; counts: Record<CardState, number>; metadata: CappedMetadata }> {
  const tenant = ctx.tenant.id;
  const [{ rows, total }, counted] = await Promise.all([
    findCards(ctx.db, tenant, input, boundedSlice(input, BOUND)),
    countCards(ctx.db, tenant, input),
  ]);
  const counts = Object.fromEntries(CardState.options.map((state) => [state, 0])) as Record<CardState, number>;
  for (const { state, n } of counted) counts[state] = n;
  return { cards: rows.map(cardView), counts, metadata: boundedMetadata(input, total, BOUND) };
}
