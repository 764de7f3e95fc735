import type { DeliveryDetails } from "../../../../contract/webhook-records.ts";
import { findAttempts, findDelivery, findReplaysOf } from "../../../db/webhooks/delivery-lists.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { attemptView, deliveryView } from "./delivery-view.ts";

/**
 * Returns a delivery with every attempt and its replays. Spec 4.21, webhooks 4.
 * @throws `delivery_not_found`, also for callbacks and for deliveries of another merchant or mode
 */
export async function getDelivery(ctx: Context, { id }: { id: string }): Promise<DeliveryDetails> {
  const { db, tenant } = ctx;
  const [row, attempts, replays] = await Promise.all([
    findDelivery(db, tenant.id, id),
    findAttempts(db, tenant.id, id),
    findReplaysOf(db, tenant.id, id),
  ]);
  if (!row) throw new Failure("delivery_not_found");
  return {
    ...deliveryView(row),
    payloadBytes: Buffer.byteLength(row.body ?? ""),
    replays,
    attemptLog: attempts.map(attemptView),
  };
}
