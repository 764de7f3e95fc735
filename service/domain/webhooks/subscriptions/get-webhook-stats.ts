import type { WebhookStats } from "../../../../contract/webhook-records.ts";
import { findHours } from "../../../db/webhooks/webhook-stats.ts";
import { findSubscription } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Context } from "../../context.ts";
import { type DatesInput, datesOf } from "../deliveries/list-page.ts";

export type WebhookStatsInput = DatesInput & { subscriptionId?: string | undefined };

const WEEK_MS = 7 * 86_400_000;

/**
 * Returns deliveries per hour, of the last seven days by default; hours without deliveries are omitted. Webhooks 2.
 */
export async function getWebhookStats(ctx: Context, input: WebhookStatsInput): Promise<WebhookStats> {
  const now = ctx.clock.now();
  const { from, to = now } = datesOf(input);
  const { subscriptionId } = input;
  const hours = await findHours(ctx.db, ctx.tenant.id, {
    subscriptionId,
    from: from ?? new Date(to.getTime() - WEEK_MS),
    to,
  });
  const subscription = subscriptionId && (await findSubscription(ctx.db, ctx.tenant.id, subscriptionId, now));
  return {
    hours: hours.map(({ hour, ...counted }) => ({ hour: hour.toISOString(), ...counted })),
    usedThisMinute: subscription ? subscription.usedThisMinute : null,
  };
}
