import type { Delivery } from "../../../../contract/webhook-records.ts";
import { inTransaction, type Transaction, wakeAfterCommit } from "../../../db/pool.ts";
import { type DeliveryLine, findDelivery, findOpenReplay, lockDelivery } from "../../../db/webhooks/delivery-lists.ts";
import { insertDeliveries } from "../../../db/webhooks/webhook-deliveries.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { deliveryView } from "../deliveries/delivery-view.ts";

/**
 * Sends the event of a failed delivery again as a new delivery with three attempts of its own; the failed one stays
 * failed. While that replay is open, a repeated request returns it, after a call of `repeated`. Returns the wire payload. Spec 4.21, webhooks 7.
 * @throws `delivery_not_found`, `delivery_not_failed`, `delivery_is_test`, `subscription_inactive`,
 * `subscription_deleted`,
 * `payload_expired`
 */
export async function replayDelivery(
  ctx: Context,
  { id }: { id: string },
  { repeated }: { repeated?(): void } = {},
): Promise<{ data: Delivery }> {
  return await inTransaction(ctx.db, async (tx) => {
    // The second of two concurrent requests waits here and finds the replay that the first created.
    await lockDelivery(tx, ctx.tenant.id, id);
    const failed = await findDelivery(tx, ctx.tenant.id, id);
    if (!failed) throw new Failure("delivery_not_found");
    if (failed.status !== "failed") throw new Failure("delivery_not_failed");
    const open = await findOpenReplay(tx, id);
    const replayId = open ?? (await makeReplay(tx, ctx, failed));
    const made = await findDelivery(tx, ctx.tenant.id, replayId);
    if (!made) throw new Error(`the replay ${replayId} is not there`);
    const payload = { data: deliveryView(made) };
    if (open) repeated?.();
    await keepAnswer(tx, ctx, { payload });
    return payload;
  });
}

async function makeReplay(tx: Transaction, ctx: Context, failed: DeliveryLine): Promise<string> {
  if (failed.isTest) throw new Failure("delivery_is_test");
  if (failed.deleted) throw new Failure("subscription_deleted");
  if (!failed.active) throw new Failure("subscription_inactive");
  if (failed.body === null) throw new Failure("payload_expired");
  const id = ctx.ids.next();
  const createdAt = ctx.clock.now();
  const { tenant, eventId, subscriptionId, eventType, reference } = failed;
  const replay = { tenant, id, eventId, kind: "subscription" as const, subscriptionId, eventType, reference };
  await insertDeliveries(tx, [{ ...replay, replayOf: failed.id, createdAt }], createdAt);
  wakeAfterCommit(tx);
  const object = { kind: "delivery", id: failed.id };
  await recordAudit(tx, ctx, { action: "webhook.replay", object, after: { replay: id } });
  return id;
}
