import { inTransaction } from "../../../db/pool.ts";
import { makeJobsDue } from "../../../db/webhooks/webhook-jobs.ts";
import { lockSubscription, updateSubscriptionRow } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

/**
 * Deletes a subscription. Its deliveries stay listed, and its pending ones fail unsent. Spec 4.21, webhooks 2, 7.
 * @throws `subscription_not_found`, also on a repeated call
 */
export async function removeSubscription(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const subscription = await lockSubscription(tx, ctx.tenant.id, id);
    if (!subscription || subscription.deletedAt) throw new Failure("subscription_not_found");
    const at = ctx.clock.now();
    await updateSubscriptionRow(tx, ctx.tenant.id, { ...subscription, deletedAt: at }, at);
    await makeJobsDue(tx, ctx.tenant.id, id, at);
    const { url, events } = subscription;
    await recordAudit(tx, ctx, {
      action: "webhook.remove",
      object: { kind: "subscription", id },
      before: { url, events },
    });
  });
}
