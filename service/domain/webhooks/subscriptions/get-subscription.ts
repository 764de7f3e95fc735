import type { SubscriptionWithHealth } from "../../../../contract/webhook-records.ts";
import type { Queryable } from "../../../db/pool.ts";
import { findSubscription } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { subscriptionHealthView } from "./subscription-view.ts";

/**
 * Returns one subscription with its health. Webhooks 2. @throws `subscription_not_found`, also for a deleted one and
 * one of another merchant or mode
 */
export async function getSubscription(
  ctx: Context,
  { id }: { id: string },
  db: Queryable = ctx.db,
): Promise<SubscriptionWithHealth> {
  const row = await findSubscription(db, ctx.tenant.id, id, ctx.clock.now());
  if (!row) throw new Failure("subscription_not_found");
  return subscriptionHealthView(row);
}
