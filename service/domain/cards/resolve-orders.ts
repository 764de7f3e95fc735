import { findOpenOrders, touchOpenOrder } from "../../db/cards/open-orders.ts";
import type { Services } from "../context.ts";
import { Failure } from "../failure.ts";
import { issuerContext } from "./authorizations/issuer-requests.ts";
import { orderCard } from "./order-card.ts";

const AFTER_MS = 15_000;
const ORDERS_PER_RUN = 20;

/**
 * Repeats the orders that the issuer has not answered. One that cannot be repeated does not keep the others waiting. Returns how many it
 * answered. Cards 3, decision 0155. @throws AggregateError with the reasons, after all others were repeated
 */
export async function resolveOrders(services: Services): Promise<number> {
  const { db, clock } = services;
  const before = new Date(clock.now().getTime() - AFTER_MS);
  const reasons: unknown[] = [];
  let answered = 0;
  for (const place of await findOpenOrders(db, before, ORDERS_PER_RUN)) {
    try {
      const job = { ...services, requestId: services.ids.next(), address: null };
      await orderCard(issuerContext(job, place), place.id);
      answered += 1;
    } catch (error) {
      if (!(error instanceof Failure)) reasons.push(error);
      // Behind the others, so that one issuer that does not answer delays no other.
      await touchOpenOrder(db, place.tenant, place.id, clock.now());
    }
  }
  if (reasons.length > 0) throw new AggregateError(reasons, "some card orders could not be repeated");
  return answered;
}
