import { binaryArray } from "../array-binary.ts";
import type { Transaction } from "../pool.ts";

export type DeliveryStatusName = "pending" | "retrying" | "success" | "failed";

/** A delivery: one event to one target. `subscriptionId` is null for a callback. */
export type DeliveryRow = {
  tenant: number;
  id: string;
  eventId: string;
  kind: "subscription" | "callback";
  subscriptionId: string | null;
  eventType: string;
  reference: string | null;
  status: DeliveryStatusName;
  attempts: number;
  httpStatus: number | null;
  responseMs: number | null;
  response: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  nextRetryAt: Date | null;
  lastAttemptAt: Date | null;
  deliveredAt: Date | null;
  replayOf: string | null;
  isTest: boolean;
  createdAt: Date;
};

/** The columns of `DeliveryRow`, for a select from `webhook_deliveries d`. */
export const deliveryColumns = `d.tenant, d.id, d.event_id as "eventId", d.kind, d.subscription_id as "subscriptionId",
  d.event_type as "eventType", d.reference, d.status, d.attempts, d.http_status as "httpStatus",
  d.response_ms as "responseMs", d.response, d.error_code as "errorCode", d.error_message as "errorMessage",
  d.next_retry_at as "nextRetryAt", d.last_attempt_at as "lastAttemptAt", d.delivered_at as "deliveredAt",
  d.replay_of as "replayOf", d.is_test as "isTest", d.created_at as "createdAt"`;

/** A new delivery that waits for its first attempt. */
export type NewDelivery = Pick<
  DeliveryRow,
  "tenant" | "id" | "eventId" | "kind" | "subscriptionId" | "eventType" | "reference" | "replayOf" | "createdAt"
>;

/** Inserts deliveries, each with a job that is due immediately. Callbacks have no rate limit and start admitted. */
export async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[], due: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query({
    name: "insert-webhook-deliveries",
    text: `with wanted as materialized (
        select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::uuid[],
          $9::timestamptz[])
          as v (tenant, id, event_id, kind, subscription_id, event_type, reference, replay_of, created_at)
      ), made as (
        insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, reference, status, replay_of,
          created_at)
        select tenant, id, event_id, kind, subscription_id, event_type, reference, 'pending', replay_of, created_at from wanted
      )
      insert into webhook_jobs (delivery_id, tenant, target_id, event_id, due_at, gate, replay_of, made_at)
      select id, tenant, subscription_id, event_id, $10, case when kind = 'callback' then 2 else 0 end, replay_of, created_at
      from wanted`,
    values: [
      binaryArray.integer(deliveries.map((row) => row.tenant)),
      binaryArray.uuid(deliveries.map((row) => row.id)),
      binaryArray.uuid(deliveries.map((row) => row.eventId)),
      binaryArray.text(deliveries.map((row) => row.kind)),
      binaryArray.uuid(deliveries.map((row) => row.subscriptionId)),
      binaryArray.text(deliveries.map((row) => row.eventType)),
      binaryArray.text(deliveries.map((row) => row.reference)),
      binaryArray.uuid(deliveries.map((row) => row.replayOf)),
      binaryArray.timestamptz(deliveries.map((row) => row.createdAt)),
      due,
    ],
  });
}
