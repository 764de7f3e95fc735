import { testEvent } from "../../../../contract/events.ts";
import { deliveryFailureText } from "../../../../contract/texts/webhooks.ts";
import type { TestResult } from "../../../../contract/webhook-records.ts";
import { findSettings } from "../../../db/merchant/settings.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { type AttemptRow, insertTriedTest } from "../../../db/webhooks/webhook-attempts.ts";
import type { DeliveryRow } from "../../../db/webhooks/webhook-deliveries.ts";
import { insertEvents } from "../../../db/webhooks/webhook-events.ts";
import { findSubscription, type SubscriptionRow } from "../../../db/webhooks/webhook-subscriptions.ts";
import { takeTestPermit } from "../../../db/webhooks/webhook-test-permits.ts";
import { errorCodeOf, type WebhookOutcome } from "../../../providers/webhook-client/webhook-client.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { ATTEMPT_MS } from "../deliveries/send-delivery.ts";
import { deliveryHeaders } from "../deliveries/sign-payload.ts";
import { loadSigningKeys, type SigningKeys } from "./signing-keys.ts";
import { openSigningSecrets } from "./signing-secret.ts";

const TESTS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

type TestCall = {
  subscription: SubscriptionRow;
  eventId: string;
  deliveryId: string;
  body: string;
  at: Date;
  headers: Record<string, string>;
  keys: SigningKeys;
};

/**
 * Sends one `test.webhook` to a subscription, active or not, in every webhook mode, and returns the result; the
 * delivery is stored and final immediately. Spec 4.21, webhooks 7.
 * @throws `subscription_not_found`, `keys_missing`; `test_limit`, because unlimited tests would be a port scanner
 */
export async function testSubscription(ctx: Context, { id }: { id: string }): Promise<TestResult> {
  const call = await prepare(ctx, id);
  const { subscription, body, headers } = call;
  const { url } = subscription;
  const outcome = await ctx.providers.webhooks.send({
    url,
    mode: ctx.tenant.mode,
    body,
    headers,
    timeoutMs: ATTEMPT_MS,
  });
  const { delivery, attempt } = recordsOf(ctx, call, outcome);
  const webhookMode = (await findSettings(ctx.db, [ctx.tenant.id])).get(ctx.tenant.id)?.webhookMode ?? "BOTH";
  const fanout = [{ kind: "subscription" as const, subscriptionId: id, url, reason: null }];
  await inTransaction(ctx.db, async (tx) => {
    const { tenant, eventId, eventType: type } = delivery;
    await insertEvents(tx, [{ tenant, id: eventId, type, reference: null, body, webhookMode, fanout, at: call.at }]);
    await insertTriedTest(tx, delivery, attempt);
  });
  const errorCode = errorCodeOf(outcome);
  return {
    deliveryId: delivery.id,
    event: testEvent.type,
    delivered: errorCode === null,
    httpStatusCode: delivery.httpStatus,
    responseTimeMs: outcome.durationMs,
    errorCode,
    errorMessage: delivery.errorMessage,
  };
}

/** Checks the preconditions of a test; from here on it counts towards the limit. */
async function prepare(ctx: Context, id: string): Promise<TestCall> {
  const { tenant } = ctx;
  const at = ctx.clock.now();
  const keys = (await loadSigningKeys(ctx, [tenant.id])).get(tenant.id);
  return await inTransaction(ctx.db, async (tx) => {
    const subscription = await findSubscription(tx, tenant.id, id, at);
    if (!subscription) throw new Failure("subscription_not_found");
    if (!keys) throw new Failure("keys_missing");
    await assertTestPermit(tx, tenant.merchantId, at);
    const [eventId, deliveryId] = [ctx.ids.next(), ctx.ids.next()];
    await recordAudit(tx, ctx, {
      action: "webhook.test",
      object: { kind: "subscription", id },
      after: { delivery: deliveryId },
    });
    const { message } = testEvent.example;
    const data = { message, timestamp: at.toISOString(), subscriptionId: id, merchantId: tenant.merchantId };
    const body = JSON.stringify({ event: testEvent.type, data });
    const timestampSeconds = Math.floor(at.getTime() / 1000);
    const secrets = openSigningSecrets(ctx.providers.secrets, subscription, at);
    const headers = deliveryHeaders({ ...keys, secrets, body, timestampSeconds, eventId, deliveryId, attempt: 1 });
    return { subscription, eventId, deliveryId, body, at, headers, keys };
  });
}

/** Counts one test or challenge of the merchant: without a limit they would be a port scanner. @throws `test_limit` */
export async function assertTestPermit(tx: Transaction, merchantId: string, at: Date): Promise<void> {
  const since = new Date(at.getTime() - MINUTE_MS);
  const refused = await takeTestPermit(tx, merchantId, { since, at, limit: TESTS_PER_MINUTE });
  if (!refused) return;
  const seconds = Math.ceil((refused.oldest.getTime() - since.getTime()) / 1000);
  throw new Failure("test_limit", { headers: { "retry-after": String(Math.max(1, seconds)) } });
}

function recordsOf(
  ctx: Context,
  call: TestCall,
  outcome: WebhookOutcome,
): { delivery: DeliveryRow; attempt: AttemptRow } {
  const { subscription, at, deliveryId } = call;
  const errorCode = errorCodeOf(outcome);
  const answer = outcome.kind === "answered" ? outcome : null;
  const durationMs = outcome.durationMs;
  const httpStatus = answer?.status ?? null;
  const delivery: DeliveryRow = {
    tenant: ctx.tenant.id,
    id: deliveryId,
    eventId: call.eventId,
    kind: "subscription",
    subscriptionId: subscription.id,
    eventType: testEvent.type,
    reference: null,
    status: errorCode === null ? "success" : "failed",
    attempts: 1,
    httpStatus,
    responseMs: durationMs,
    response: answer?.body.slice(0, 1_024) ?? null,
    errorCode,
    errorMessage: errorCode === null ? null : deliveryFailureText(errorCode, httpStatus),
    nextRetryAt: null,
    lastAttemptAt: at,
    deliveredAt: errorCode === null ? ctx.clock.now() : null,
    replayOf: null,
    isTest: true,
    createdAt: at,
  };
  const attempt: AttemptRow = {
    tenant: ctx.tenant.id,
    deliveryId,
    n: 1,
    startedAt: at,
    durationMs,
    url: subscription.url,
    remoteAddress: outcome.remoteAddress,
    keyVersion: call.keys.version,
    requestHeaders: call.headers,
    httpStatus,
    responseHeaders: answer?.headers ?? null,
    responseBody: answer?.body ?? null,
    responseBytes: answer?.bodyBytes ?? null,
    truncated: answer?.truncated ?? false,
    repaired: answer?.repaired ?? false,
    errorCode,
  };
  return { delivery, attempt };
}
