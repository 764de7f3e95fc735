import { cardAuthorizationEndpoints } from "../../../contract/card-authorizations.ts";
import { authorizeCard } from "../../domain/cards/authorizations/authorize-card.ts";
import { getCardAuthorization } from "../../domain/cards/authorizations/get-card-authorization.ts";
import { getCardBalance } from "../../domain/cards/authorizations/get-card-balance.ts";
import { listCardAuthorizations } from "../../domain/cards/authorizations/list-card-authorizations.ts";
import { moveCardMoney, submitCardMoney } from "../../domain/cards/authorizations/move-card-money.ts";
import { receiveIssuerEvent } from "../../domain/cards/authorizations/receive-issuer-event.ts";
import type { Bind, BindRaw } from "../route.ts";
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
  for (const [endpoint, kind, message] of [
    [cardAuthorizationEndpoints.fundCard, "card_fund", "Card funded successfully."],
    [cardAuthorizationEndpoints.unloadCard, "card_unload", "Card unloaded successfully."],
  ] as const) {
    bind(endpoint, (ctx, { body }, answer) =>
      moveOrAnswerSubmitted(ctx, answer, {
        amount: BigInt(body.amount),
        move: async () => ({ message, ...(await moveCardMoney(ctx, kind, body)) }),
        submit: (payload) => submitCardMoney(ctx, kind, body, payload),
      }),
    );
  }
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
