import type {
  DeliveryErrorCode,
  EventOrAll,
  Subscription,
  SubscriptionWithHealth,
} from "../../../../contract/webhook-records.ts";
import type { SubscriptionHealthRow, SubscriptionRow } from "../../../db/webhooks/webhook-subscriptions.ts";

type ShownRow = Pick<SubscriptionRow, "id" | "url" | "events" | "description" | "active" | "createdAt">;

/** A subscription in wire form, without any secret. Spec 2.5. */
export function subscriptionView(row: ShownRow): Subscription {
  return {
    id: row.id,
    url: row.url,
    events: row.events.map(asEvent),
    description: row.description,
    active: row.active,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A subscription with its health in wire form. A success rate needs at least one completed delivery. Webhooks 2. */
export function subscriptionHealthView(row: SubscriptionHealthRow): SubscriptionWithHealth {
  const hours = row.hours.map(({ hour, ...counts }) => ({ hour: new Date(hour).toISOString(), ...counts }));
  const succeeded = hours.reduce((sum, { success }) => sum + success, 0);
  const ended = hours.reduce((sum, { success, failed }) => sum + success + failed, 0);
  return {
    ...subscriptionView(row),
    verifyEndpoint: row.verifyEndpoint,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    overflow: row.overflow,
    hasSecret: row.secretSealed !== null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    health: {
      successRate24h: ended === 0 ? null : succeeded / ended,
      failingSince: row.failingSince?.toISOString() ?? null,
      lastErrorCode: asErrorCode(row.lastErrorCode),
      usedThisMinute: row.usedThisMinute,
      waiting: row.waiting,
      waitingUntil: row.waitingUntil === null ? null : new Date(Number(row.waitingUntil)).toISOString(),
      hours24h: hours,
    },
  };
}

// Only names from the contract's list are ever stored.
function asEvent(name: string): EventOrAll {
  return name as EventOrAll;
}

/** Codes are stored as text; only those of the contract's list are ever stored. */
export function asErrorCode(code: string | null): DeliveryErrorCode | null {
  return code as DeliveryErrorCode | null;
}
