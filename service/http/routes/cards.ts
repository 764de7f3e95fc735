import { cardNetworkEndpoints } from "../../../contract/card-network.ts";
import { cardEndpoints } from "../../../contract/cards.ts";
import { actInNetwork, shipCard } from "../../domain/cards/act-in-network.ts";
import { activateCard } from "../../domain/cards/activate-card.ts";
import { moveCardMoney } from "../../domain/cards/authorizations/move-card-money.ts";
import { submitCardMoney } from "../../domain/cards/authorizations/prepare-card-money.ts";
import { closeCard } from "../../domain/cards/close-card.ts";
import { getCard } from "../../domain/cards/get-card.ts";
import { issueCard } from "../../domain/cards/issue-card.ts";
import { listCards } from "../../domain/cards/list-cards.ts";
import { freezeCard, unfreezeCard } from "../../domain/cards/lock-card.ts";
import { replaceCard } from "../../domain/cards/replace-card.ts";
import { revealCard } from "../../domain/cards/reveal-card.ts";
import { setCardControls } from "../../domain/cards/set-card-controls.ts";
import { setUpCards } from "../../domain/cards/set-up-cards.ts";
import type { Bind } from "../route.ts";
import { moveOrAnswerSubmitted } from "../submitting.ts";

/** The life of cards, and the simulator of the card network. Cards 2, 3. */
export function cardRoutes(bind: Bind): void {
  bind(cardEndpoints.setUpCards, async (ctx, { body }) => {
    await setUpCards(ctx, body);
    return {};
  });
  bind(cardEndpoints.issueCard, (ctx, { body }) => issueCard(ctx, body));
  bind(cardEndpoints.activateCard, async (ctx, { body }, answer) => {
    const { card, funding } = await activateCard(ctx, body);
    if (!funding) return { card };
    return await moveOrAnswerSubmitted(ctx, answer, {
      amount: BigInt(funding.amount),
      more: { card },
      move: () => moveCardMoney(ctx, "card_fund", funding, { card }),
      submit: (payload) => submitCardMoney(ctx, "card_fund", funding, payload),
    });
  });
  bind(cardEndpoints.listCards, (ctx, { query }) => listCards(ctx, query));
  bind(cardEndpoints.getCard, (ctx, { params }) => getCard(ctx, params));
  bind(cardEndpoints.freezeCard, (ctx, { params, body }) => freezeCard(ctx, { ...params, ...body }));
  bind(cardEndpoints.unfreezeCard, (ctx, { params, body }) => unfreezeCard(ctx, { ...params, ...body }));
  bind(cardEndpoints.closeCard, (ctx, { params, body }) => closeCard(ctx, { ...params, ...body }));
  bind(cardEndpoints.replaceCard, (ctx, { params, body }) => replaceCard(ctx, { ...params, ...body }));
  bind(cardEndpoints.setCardControls, (ctx, { params, body }) => setCardControls(ctx, { ...params, ...body }));
  bind(cardEndpoints.revealCard, (ctx, { params, body }) => revealCard(ctx, { ...params, ...body }));
  bind(cardNetworkEndpoints.simulateAuthorize, (ctx, { body }) => actInNetwork(ctx, { act: "authorize", ...body }));
  bind(cardNetworkEndpoints.simulateIncrement, (ctx, { body }) => actInNetwork(ctx, { act: "increment", ...body }));
  bind(cardNetworkEndpoints.simulateClear, (ctx, { body }) => actInNetwork(ctx, { act: "clear", ...body }));
  bind(cardNetworkEndpoints.simulateReverse, (ctx, { body }) => actInNetwork(ctx, { act: "reverse", ...body }));
  bind(cardNetworkEndpoints.simulateExpire, (ctx, { body }) => actInNetwork(ctx, { act: "expire", ...body }));
  bind(cardNetworkEndpoints.simulateRefund, (ctx, { body }) => actInNetwork(ctx, { act: "refund", ...body }));
  bind(cardNetworkEndpoints.simulateShip, (ctx, { body }) => shipCard(ctx, body));
}
