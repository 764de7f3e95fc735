import { binaryArray } from "../array-binary.ts";
import type { Queryable, Transaction } from "../pool.ts";

export type WebhookModeName = "LEGACY" | "SUBSCRIPTIONS" | "BOTH";

/** A target that the fan-out considered for an event. `reason` says why it got no delivery; null where it got one. */
export type ConsideredTarget = {
  kind: "subscription" | "callback";
  subscriptionId: string | null;
  url: string;
  reason: "mode" | "no_match" | "inactive" | "unverified" | null;
};

/** A routed event. `body` is the exact text that is sent; it is never parsed and serialized again. */
export type WebhookEventRow = {
  tenant: number;
  id: string;
  type: string;
  reference: string | null;
  body: string;
  webhookMode: WebhookModeName;
  fanout: readonly ConsideredTarget[];
  at: Date;
};

/** `traceparent`: the W3C trace context that deliveries continue, when tracing is on. */
export type NewEvent = WebhookEventRow & { traceparent?: string | null };

/** Inserts events. Their deliveries follow in the same transaction. */
export async function insertEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: "insert-webhook-events",
    text: `insert into webhook_events (tenant, id, type, reference, body, webhook_mode, fanout, at, traceparent)
      select * from unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[],
        $8::timestamptz[], $9::text[])`,
    values: [
      binaryArray.integer(events.map((row) => row.tenant)),
      binaryArray.uuid(events.map((row) => row.id)),
      binaryArray.text(events.map((row) => row.type)),
      binaryArray.text(events.map((row) => row.reference)),
      binaryArray.text(events.map((row) => row.body)),
      binaryArray.text(events.map((row) => row.webhookMode)),
      binaryArray.jsonb(events.map((row) => row.fanout)),
      binaryArray.timestamptz(events.map((row) => row.at)),
      binaryArray.text(events.map((row) => row.traceparent ?? null)),
    ],
  });
}

export type EventBodyRow = Pick<WebhookEventRow, "id" | "type" | "body"> & { traceparent: string | null };

/** Returns the bodies of events, for sending. A purged event is missing. */
export async function findEventBodies(db: Queryable, ids: readonly string[]): Promise<EventBodyRow[]> {
  const { rows } = await db.query<EventBodyRow>({
    name: "find-webhook-event-bodies",
    text: "select id, type, body, traceparent from webhook_events where id = any($1::uuid[])",
    values: [binaryArray.uuid(ids)],
  });
  return rows;
}
