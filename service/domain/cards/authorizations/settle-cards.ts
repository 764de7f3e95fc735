import { findCollectable, findOverdue } from "../../../db/cards/authorizations.ts";
import type { Services } from "../../context.ts";
import { issuerContext } from "./issuer-requests.ts";
import { recordCardEvent } from "./record-card-event.ts";

const LIMIT = 200;

/**
 * Releases holds past their end, and takes what customers owe from wallets that have money again. Any number of workers may run it: each
 * step is booked once. Returns the numbers. Cards 3, 4.
 */
export async function settleCards(services: Services): Promise<{ expired: number; collected: number }> {
  const issued = { ...services, requestId: "settle-cards", address: null };
  const overdue = await findOverdue(services.db, services.clock.now(), LIMIT);
  for (const one of overdue) await recordCardEvent(issuerContext(issued, one), one, { kind: "expire", amount: 0n });
  const collectable = await findCollectable(services.db, LIMIT);
  for (const one of collectable)
    await recordCardEvent(issuerContext(issued, one), one, { kind: "collect", amount: 0n });
  return { expired: overdue.length, collected: collectable.length };
}
