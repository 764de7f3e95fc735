import { type AuthorizationPlace, findCollectable, findOverdue } from "../../../db/cards/authorizations.ts";
import type { Services } from "../../context.ts";
import { issuerContext } from "./issuer-requests.ts";
import { recordCardEvent } from "./record-card-event.ts";

/** Holds, and debts, in one run. */
const LIMIT = 200;

/**
 * Releases holds past their end, and takes what customers owe from wallets that have money again. Any number of workers may run it: each
 * step is booked once. One payment that cannot be settled does not keep the others waiting. Returns the numbers, and whether more holds may be
 * past their end. Cards 3, 4.
 * @throws AggregateError with the reasons, after all others were settled
 */
export async function settleCards(
  services: Services,
  limit = LIMIT,
): Promise<{ expired: number; collected: number; isBehind: boolean }> {
  const issued = { ...services, requestId: "settle-cards", address: null };
  const reasons: unknown[] = [];
  const settle = (one: AuthorizationPlace, kind: "expire" | "collect") =>
    recordCardEvent(issuerContext(issued, one), one, { kind, amount: 0n }).catch((error) => reasons.push(error));
  const overdue = await findOverdue(services.db, services.clock.now(), limit);
  for (const one of overdue) await settle(one, "expire");
  const collectable = await findCollectable(services.db, limit);
  for (const one of collectable) await settle(one, "collect");
  if (reasons.length > 0) throw new AggregateError(reasons, "some card payments could not be settled");
  return { expired: overdue.length, collected: collectable.length, isBehind: overdue.length === limit };
}
