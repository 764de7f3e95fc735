import type { CardAuthorizationDetails } from "../../../../contract/card-authorizations.ts";
import {
  findAuthorizationEntries,
  findAuthorizationEvents,
  findCardAuthorization,
} from "../../../db/cards/authorization-lists.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { authorizationView, wireOrNull } from "./authorization-view.ts";

/**
 * Gets one payment of a card with its timeline and ledger entries. Amounts in kobo. Returns the wire payload. Cards 2.
 * @throws `card_authorization_not_found`
 */
export async function getCardAuthorization(ctx: Context, { id }: { id: string }): Promise<CardAuthorizationDetails> {
  const [row, events] = await Promise.all([
    findCardAuthorization(ctx.db, ctx.tenant.id, id),
    findAuthorizationEvents(ctx.db, ctx.tenant.id, id),
  ]);
  if (!row) throw new Failure("card_authorization_not_found");
  // The hold has the ID of its authorization.
  const bookings = [row.id, ...events.flatMap(({ transactions }) => transactions)];
  const entries = await findAuthorizationEntries(ctx.db, ctx.tenant.id, bookings);
  return {
    ...authorizationView(row),
    events: events.map(({ transactions, amount, merchantAmount, at, ...event }) => ({
      ...event,
      amount: koboToWire(amount),
      merchantAmount: wireOrNull(merchantAmount),
      transactionIds: transactions,
      at: at.toISOString(),
    })),
    entries: entries.map(({ transaction, reference, accountKind, delta, at }) => ({
      transactionId: transaction,
      reference,
      accountKind,
      delta: koboToWire(delta),
      at: at.toISOString(),
    })),
  };
}
