import { type CardRow, findCard } from "../../db/cards/cards.ts";
import type { Issuer, IssuerAnswer } from "../../providers/issuers/issuer.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** The issuer of the caller's account mode. @throws `card_issuer_missing` */
export function issuerOf({ tenant, providers }: Pick<Context, "tenant" | "providers">): Issuer {
  const issuer = providers.issuers[tenant.mode];
  if (!issuer) throw new Failure("card_issuer_missing");
  return issuer;
}

/** What the issuer did. @throws `card_issuer_refused` with its reason, `card_issuer_unavailable` */
export function doneBy<T>(answer: IssuerAnswer<T>): T {
  if (answer.outcome === "done") return answer.value;
  if (answer.outcome === "unknown") throw new Failure("card_issuer_unavailable");
  throw new Failure("card_issuer_refused", { message: `The card issuer refused this: ${answer.reason}` });
}

/** A card that the issuer has made and nobody has ended. @throws `card_not_found`, `card_closed`, `card_not_active` */
export async function findOpenCard(ctx: Context, id: string): Promise<CardRow & { issuerCardId: string }> {
  const card = await findCard(ctx.db, ctx.tenant.id, id);
  if (!card) throw new Failure("card_not_found");
  return assertOpen(card);
}

/** @throws `card_closed`; `card_not_active` before the issuer has made it */
export function assertOpen(card: CardRow): CardRow & { issuerCardId: string } {
  if (card.status === "closed" || card.status === "replaced") throw new Failure("card_closed");
  const { issuerCardId } = card;
  if (issuerCardId === null) throw new Failure("card_not_active");
  return { ...card, issuerCardId };
}
