import type { Transaction } from "../pool.ts";
import type { DeliveryRow } from "./webhook-deliveries.ts";

/** An attempt: the request, the key that signed it, and the response. */
export type AttemptRow = {
  tenant: number;
  deliveryId: string;
  n: number;
  startedAt: Date;
  durationMs: number;
  url: string;
  remoteAddress: string | null;
  keyVersion: number;
  requestHeaders: Record<string, string>;
  httpStatus: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  responseBytes: number | null;
  truncated: boolean;
  repaired: boolean;
  errorCode: string | null;
};

/** The columns of `AttemptRow`, for a select from `webhook_attempts a`. */
export const attemptColumns = `a.tenant, a.delivery_id as "deliveryId", a.n, a.started_at as "startedAt",
  a.duration_ms as "durationMs", a.url, a.remote_address as "remoteAddress", a.key_version as "keyVersion",
  a.request_headers as "requestHeaders", a.http_status as "httpStatus", a.response_headers as "responseHeaders",
  a.response_body as "responseBody", a.response_bytes as "responseBytes", a.truncated, a.repaired,
  a.error_code as "errorCode"`;

/** Inserts a finished test: its delivery with one attempt. The event exists already. Webhooks 7. */
export async function insertTriedTest(tx: Transaction, delivery: DeliveryRow, attempt: AttemptRow): Promise<void> {
  await tx.query(
    `insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, reference, status, attempts,
       http_status, response_ms, response, error_code, error_message, last_attempt_at, delivered_at, is_test, created_at)
     values ($1, $2, $3, 'subscription', $4, $5, null, $6, 1, $7, $8, $9, $10, $11, $12, $13, true, $14)`,
    [
      delivery.tenant,
      delivery.id,
      delivery.eventId,
      delivery.subscriptionId,
      delivery.eventType,
      delivery.status,
      delivery.httpStatus,
      delivery.responseMs,
      delivery.response,
      delivery.errorCode,
      delivery.errorMessage,
      delivery.lastAttemptAt,
      delivery.deliveredAt,
      delivery.createdAt,
    ],
  );
  await tx.query(
    `insert into webhook_attempts (tenant, delivery_id, n, started_at, duration_ms, url, remote_address, key_version,
       request_headers, http_status, response_headers, response_body, response_bytes, truncated, repaired, error_code)
     values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      attempt.tenant,
      attempt.deliveryId,
      attempt.startedAt,
      attempt.durationMs,
      attempt.url,
      attempt.remoteAddress,
      attempt.keyVersion,
      attempt.requestHeaders,
      attempt.httpStatus,
      attempt.responseHeaders,
      attempt.responseBody,
      attempt.responseBytes,
      attempt.truncated,
      attempt.repaired,
      attempt.errorCode,
    ],
  );
}
