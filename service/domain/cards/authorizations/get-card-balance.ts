import type { CardBalance } from "../../../../contract/card-authorizations.ts";
import { findPrepaidCard } from "../../../db/cards/prepaid-cards.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";

/**
 * Gets the balance of a prepaid card in the published shape: figures are strings, amounts in kobo, and `0` where there is no limit.
 * Returns the wire payload. Cards 2. @throws `card_not_found`
 */
export async function getCardBalance(
  ctx: Context,
  { customerId, cardId, last6 }: Partial<Record<"customerId" | "cardId" | "last6", string | undefined>>,
): Promise<CardBalance> {
  const last6Hash = last6 === undefined ? null : ctx.providers.secrets.keyedHash(last6, "card_last6");
  const by = {
    customerId: customerId ?? null,
    cardId: cardId ?? null,
    last6Hash: customerId === undefined ? last6Hash : null,
  };
  const card = await findPrepaidCard(ctx.db, ctx.tenant.id, by);
  if (!card) throw new Failure("card_not_found");
  const balance = String(card.account.balance);
  return {
    id: card.card,
    ledgerBalance: balance,
    availableBalance: balance,
    goodsLimit: String(card.perTransactionLimit ?? 0n),
    goodsNrTransLimit: "0",
    cashLimit: "0",
    cashNrTransLimit: "0",
    paymentLimit: "0",
    paymentNrTransLimit: "0",
    cardNotPresentLimit: "0",
    depositCreditLimit: "0",
    createdAt: card.createdAt.toISOString(),
    updatedAt: card.updatedAt.toISOString(),
    deletedAt: card.closedAt?.toISOString() ?? null,
  };
}
