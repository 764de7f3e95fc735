import type { Delivery, DeliveryDetails } from "../../../../contract/webhook-records.ts";
import type { DeliveryLine } from "../../../db/webhooks/delivery-lists.ts";
import type { AttemptRow } from "../../../db/webhooks/webhook-attempts.ts";
import { asErrorCode } from "../subscriptions/subscription-view.ts";
import { MAX_ATTEMPTS } from "./retry-schedule.ts";

/** A delivery in wire form, with only the beginning of the response. Webhooks 4. */
export function deliveryView(row: DeliveryLine): Delivery {
  return {
    id: row.id,
    eventId: row.eventId,
    subscriptionId: row.subscriptionId,
    merchantId: row.merchantId,
    eventType: row.eventType,
    status: row.status,
    attempts: row.attempts,
    maxAttempts: row.isTest ? 1 : MAX_ATTEMPTS,
    httpStatusCode: row.httpStatus,
    responseTimeMs: row.responseMs,
    response: row.response,
    errorCode: asErrorCode(row.errorCode),
    errorMessage: row.errorMessage,
    reference: row.reference,
    payload: row.body === null ? null : JSON.parse(row.body),
    isTest: row.isTest,
    replayOf: row.replayOf,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextRetryAt: row.nextRetryAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    subscription: {
      id: row.subscriptionId,
      url: row.url,
      description: row.description,
      active: row.active,
      deleted: row.deleted,
    },
  };
}

/** One attempt in wire form. Webhooks 4. */
export function attemptView(row: AttemptRow): DeliveryDetails["attemptLog"][number] {
  return {
    n: row.n,
    startedAt: row.startedAt.toISOString(),
    durationMs: row.durationMs,
    url: row.url,
    remoteAddress: row.remoteAddress,
    keyVersion: row.keyVersion,
    requestHeaders: row.requestHeaders,
    httpStatusCode: row.httpStatus,
    responseHeaders: row.responseHeaders,
    responseBody: row.responseBody,
    responseBytes: row.responseBytes,
    truncated: row.truncated,
    repaired: row.repaired,
    errorCode: asErrorCode(row.errorCode),
  };
}
