import type { SubscriptionWithHealth } from "../../../../contract/webhook-records.ts";
import { findSubscriptions } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Context } from "../../context.ts";
import { subscriptionHealthView } from "./subscription-view.ts";

/** Lists the subscriptions of the context's mode with their health, newest first, without deleted ones. Webhooks 2. */
export async function listSubscriptions(ctx: Context): Promise<SubscriptionWithHealth[]> {
  const rows = await findSubscriptions(ctx.db, ctx.tenant.id, ctx.clock.now());
  return rows.map(subscriptionHealthView);
}
