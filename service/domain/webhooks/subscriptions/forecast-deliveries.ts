import type { EventType } from "../../../../contract/events.ts";
import type { DeliveryForecast, ForecastKind } from "../../../../contract/webhook-records.ts";
import { findSubscriptions } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Context } from "../../context.ts";
import { DELIVERIES_PER_MINUTE } from "../deliveries/rate-limit.ts";
import { getWebhookSettings } from "./get-webhook-settings.ts";

type Events = { row: readonly EventType[]; file: readonly EventType[] };

/** The events of each row that succeeds, and of the whole file. Webhooks 3. */
const EVENTS: Record<ForecastKind, Events> = {
  create: { row: ["customer.created"], file: ["wallet_import.completed"] },
  credit: { row: ["transaction.success", "wallet.credit"], file: ["batch.completed"] },
  debit: { row: ["transaction.success", "wallet.debit"], file: ["batch.completed"] },
  payout: { row: ["transaction.success", "transfer.completed"], file: [] },
};

/**
 * Names the subscriptions that a file of so many rows would send more deliveries than they take in a minute, and that fail the rest.
 * A file is worked off in seconds, so the whole file counts as one minute. Those that queue are left out. Webhooks 5.
 */
export async function forecastDeliveries(
  ctx: Context,
  { kind, rows }: { kind: ForecastKind; rows: number },
): Promise<DeliveryForecast[]> {
  const [{ webhookMode }, subscriptions] = await Promise.all([
    getWebhookSettings(ctx),
    findSubscriptions(ctx.db, ctx.tenant.id, ctx.clock.now()),
  ]);
  if (webhookMode === "LEGACY") return [];
  const { row, file } = EVENTS[kind];
  return subscriptions.flatMap((one) => {
    const isWaiting = one.verifyEndpoint && one.verifiedAt === null;
    if (!one.active || isWaiting || one.overflow === "queue") return [];
    const takes = (type: EventType) => one.events.includes("*") || one.events.includes(type);
    const deliveries = rows * row.filter(takes).length + file.filter(takes).length;
    const room = Math.max(0, DELIVERIES_PER_MINUTE - one.usedThisMinute);
    if (deliveries <= room) return [];
    const { id, url, description } = one;
    return [{ subscriptionId: id, url, description, deliveries, beyondLimit: deliveries - room }];
  });
}
