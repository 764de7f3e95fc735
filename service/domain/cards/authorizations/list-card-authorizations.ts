import type { CardAuthorization, CardAuthorizationStatus } from "../../../../contract/card-authorizations.ts";
import type { CappedMetadata } from "../../../../contract/envelope.ts";
import { AUTHORIZATION_BOUND, findCardAuthorizations } from "../../../db/cards/authorization-lists.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { boundedMetadata, boundedSlice } from "../../list-metadata.ts";
import { authorizationView } from "./authorization-view.ts";

const BOUND = { rows: AUTHORIZATION_BOUND, are: "payments", instead: "a status" };

/** Lists the payments of a card, newest first. Amounts in kobo. Returns the wire payload. Cards 2. @throws `card_not_found` */
export async function listCardAuthorizations(
  ctx: Context,
  input: { id: string; page: number; perPage: number; status?: CardAuthorizationStatus | undefined },
): Promise<{ authorizations: CardAuthorization[]; metadata: CappedMetadata }> {
  const filter = { card: input.id, status: input.status ?? null };
  const found = await findCardAuthorizations(ctx.db, ctx.tenant.id, filter, boundedSlice(input, BOUND));
  if (!found) throw new Failure("card_not_found");
  return { authorizations: found.rows.map(authorizationView), metadata: boundedMetadata(input, found.total, BOUND) };
}
