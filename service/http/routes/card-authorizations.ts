import { cardAuthorizationEndpoints } from "../../../contract/card-authorizations.ts";
import { authorizeCard } from "../../domain/cards/authorizations/authorize-card.ts";
import { getCardAuthorization } from "../../domain/cards/authorizations/get-card-authorization.ts";
import { getCardBalance } from "../../domain/cards/authorizations/get-card-balance.ts";
import { listCardAuthorizations } from "../../domain/cards/authorizations/list-card-authorizations.ts";
import { moveCardMoney } from "../../domain/cards/authorizations/move-card-money.ts";
import {
  type CardMove,
  type CardMoveInput,
  submitCardMoney,
} from "../../domain/cards/authorizations/prepare-card-money.ts";
import { receiveIssuerEvent } from "../../domain/cards/authorizations/receive-issuer-event.ts";
import type { Context } from "../../domain/context.ts";
import type { Answer, Bind, BindRaw } from "../route.ts";
import { moveOrAnswerSubmitted } from "../submitting.ts";

/** What issuers of cards ask and report, and the payments of cards. Cards 2. */
export function cardAuthorizationRoutes(bind: Bind, bindRaw: BindRaw): void {
  bindRaw(cardAuthorizationEndpoints.authorizeCard, (ctx, { params, headers, body }) =>
    authorizeCard(ctx, { issuer: params.issuer, headers, body }),
  );
  bindRaw(cardAuthorizationEndpoints.receiveIssuerEvent, async (ctx, { params, headers, body }) => {
    await receiveIssuerEvent(ctx, { issuer: params.issuer, headers, body });
    return {};
  });
  bind(cardAuthorizationEndpoints.fundCard, (ctx, { body }, answer) =>
    run(ctx, answer, "card_fund", body, "Card funded successfully."),
  );
  bind(cardAuthorizationEndpoints.unloadCard, (ctx, { body }, answer) =>
    run(ctx, answer, "card_unload", body, "Card unloaded successfully."),
  );
  bind(cardAuthorizationEndpoints.getCardBalance, async (ctx, { query }) => ({
    data: await getCardBalance(ctx, query),
  }));
  bind(cardAuthorizationEndpoints.listCardAuthorizations, (ctx, { params, query }) =>
    listCardAuthorizations(ctx, { ...params, ...query }),
  );
  bind(cardAuthorizationEndpoints.getCardAuthorization, async (ctx, { params }) => ({
    authorization: await getCardAuthorization(ctx, params),
  }));
}

/** Funds or unloads a card, or submits it for approval. */
async function run(
  ctx: Context,
  answer: Answer,
  kind: CardMove,
  body: CardMoveInput,
  message: string,
): Promise<object> {
  return await moveOrAnswerSubmitted(ctx, answer, {
    amount: BigInt(body.amount),
    move: async () => ({ message, ...(await moveCardMoney(ctx, kind, body)) }),
    submit: (payload) => submitCardMoney(ctx, kind, body, payload),
  });
}
