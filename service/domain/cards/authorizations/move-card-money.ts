import { koboFromWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { moveMoney } from "../../transactions/move-money.ts";
import { transferFailure } from "../../transfers/refusals.ts";
import { type CardMove, type CardMoveInput, prepaidCardOf, routeOf } from "./prepare-card-money.ts";

/** Funds or unloads the customer's card. Returns the wire payload, with `more` in it. Cards 2, 4. @throws `card_not_found`, `card_takes_no_money`, the ledger's refusals as a transfer */
export async function moveCardMoney(
  ctx: Context,
  kind: CardMove,
  input: CardMoveInput,
  more: object = {},
): Promise<object> {
  const card = await prepaidCardOf(ctx, kind, input);
  return await moveMoney(ctx, {
    movements: [{ kind, ...routeOf(kind, card), amount: koboFromWire(input.amount) }],
    answer([moved]) {
      if (!moved) throw new Error("a movement without an outcome");
      if (!moved.outcome.posted) throw transferFailure(moved.outcome.refusal);
      return { ...more, transactionId: moved.id, reference: moved.reference };
    },
    audit: ([moved]) => [
      {
        action: kind === "card_fund" ? "card.fund" : "card.unload",
        object: { kind: "card", id: card.card },
        after: { amount: input.amount, customerId: input.customerId, reference: moved?.reference },
      },
    ],
  });
}
