import type { EventOrAll, Overflow, SubscriptionWithHealth } from "../../../../contract/webhook-records.ts";
import { inTransaction } from "../../../db/pool.ts";
import { makeJobsDue } from "../../../db/webhooks/webhook-jobs.ts";
import { lockSubscription, updateSubscriptionRow } from "../../../db/webhooks/webhook-subscriptions.ts";
import { releasePlaces } from "../../../db/webhooks/webhook-targets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { getSubscription } from "./get-subscription.ts";
import { normaliseEvents } from "./subscribe.ts";

export type UpdateSubscriptionInput = {
  id: string;
  events?: readonly EventOrAll[] | undefined;
  active?: boolean | undefined;
  description?: string | null | undefined;
  verifyEndpoint?: boolean | undefined;
  overflow?: Overflow | undefined;
};

/**
 * Changes a subscription's events, label, overflow or active state; pending deliveries of a deactivated one fail unsent. Spec
 * 4.21, webhooks 2, 7. @throws `subscription_not_found`
 */
export async function updateSubscription(
  ctx: Context,
  input: UpdateSubscriptionInput,
): Promise<SubscriptionWithHealth> {
  const { id } = input;
  return await inTransaction(ctx.db, async (tx) => {
    const subscription = await lockSubscription(tx, ctx.tenant.id, id);
    if (!subscription || subscription.deletedAt) throw new Failure("subscription_not_found");
    const { events, active, description, verifyEndpoint, overflow } = subscription;
    const before = { events, active, description, verifyEndpoint, overflow };
    const after = {
      events: input.events ? normaliseEvents(input.events) : events,
      active: input.active ?? active,
      description: input.description === undefined ? description : input.description,
      verifyEndpoint: input.verifyEndpoint ?? verifyEndpoint,
      overflow: input.overflow ?? overflow,
    };
    const at = ctx.clock.now();
    await updateSubscriptionRow(tx, ctx.tenant.id, { id, ...after, deletedAt: null }, at);
    if (active && !after.active) {
      await makeJobsDue(tx, ctx.tenant.id, id, at);
      await releasePlaces(tx, ctx.tenant.id, id, at);
    }
    await recordAudit(tx, ctx, { action: "webhook.update", object: { kind: "subscription", id }, before, after });
    return await getSubscription(ctx, { id }, tx);
  });
}
