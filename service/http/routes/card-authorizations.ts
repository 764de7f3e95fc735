import { cardAuthorizationEndpoints } from "../../../contract/card-authorizations.ts";
import { authorizeCard } from "../../domain/cards/authorizations/authorize-card.ts";
import { getCardAuthorization } from "../../domain/cards/authorizations/get-card-authorization.ts";
import { listCardAuthorizations } from "../../domain/cards/authorizations/list-card-authorizations.ts";
import { receiveIssuerEvent } from "../../domain/cards/authorizations/receive-issuer-event.ts";
import type { Bind, BindRaw } from "../route.ts";

/** What issuers of cards ask and report, and the payments of cards. Cards 2. */
export function cardAuthorizationRoutes(bind: Bind, bindRaw: BindRaw): void {
  bindRaw(cardAuthorizationEndpoints.authorizeCard, (ctx, { params, headers, body }) =>
    authorizeCard(ctx, { issuer: params.issuer, headers, body }),
  );
  bindRaw(cardAuthorizationEndpoints.receiveIssuerEvent, async (ctx, { params, headers, body }) => {
    await receiveIssuerEvent(ctx, { issuer: params.issuer, headers, body });
    return {};
  });
  bind(cardAuthorizationEndpoints.listCardAuthorizations, (ctx, { params, query }) =>
    listCardAuthorizations(ctx, { ...params, ...query }),
  );
  bind(cardAuthorizationEndpoints.getCardAuthorization, async (ctx, { params }) => ({
    authorization: await getCardAuthorization(ctx, params),
  }));
}
