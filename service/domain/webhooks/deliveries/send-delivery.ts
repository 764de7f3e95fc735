import { deliveryFailureText } from "../../../../contract/texts/webhooks.ts";
import type { DeliveryResult } from "../../../db/webhooks/record-results.ts";
import {
  errorCodeOf,
  type WebhookClient,
  type WebhookOutcome,
} from "../../../providers/webhook-client/webhook-client.ts";
import type { Services } from "../../context.ts";
import type { SigningKeys } from "../subscriptions/signing-keys.ts";
import type { Claimed } from "./claim-deliveries.ts";
import { nextAttemptAt } from "./retry-schedule.ts";
import { deliveryHeaders } from "./sign-payload.ts";

export const ATTEMPT_MS = 10_000;

type Senders = { webhooks: WebhookClient; random: () => number };

export type Sent = { result: DeliveryResult; outcome: WebhookOutcome };

/**
 * Makes one attempt, signed immediately before it is sent, and returns the result to record. Never throws for a
 * receiver's failure. Webhooks 5, 6.
 */
export async function sendDelivery(
  { clock, webhooks, random, tracing }: Pick<Services, "clock" | "tracing"> & Senders,
  { job, target }: Claimed,
  message: { body: string; keys: SigningKeys; secrets: readonly string[]; traceparent: string | null },
): Promise<Sent> {
  const startedAt = clock.now();
  // The URL is not part of the span: it can contain a secret.
  const span = tracing?.start("deliver webhook", { kind: "client", parent: message.traceparent });
  const headers = deliveryHeaders({
    key: message.keys.key,
    previousKey: message.keys.previousKey,
    secrets: message.secrets,
    body: message.body,
    timestampSeconds: Math.floor(startedAt.getTime() / 1000),
    eventId: job.eventId,
    deliveryId: job.deliveryId,
    attempt: job.attempt,
    traceparent: span?.traceparent ?? null,
  });
  const { url, mode } = target;
  const outcome = await webhooks.send({ url, mode, body: message.body, headers, timeoutMs: ATTEMPT_MS });
  const errorCode = errorCodeOf(outcome);
  const answer = outcome.kind === "answered" ? outcome : null;
  span?.end(attributesOf(job, answer), errorCode ?? undefined);
  const retryAt = errorCode === null ? null : nextAttemptAt(job.attempt, clock.now(), random());
  const result: DeliveryResult = {
    deliveryId: job.deliveryId,
    lease: job.lease,
    status: errorCode === null ? "success" : retryAt === null ? "failed" : "retrying",
    retryAt,
    errorCode,
    errorMessage: errorCode === null ? null : deliveryFailureText(errorCode, answer?.status ?? null),
    attempt: {
      tenant: job.tenant,
      deliveryId: job.deliveryId,
      n: job.attempt,
      startedAt,
      durationMs: Math.round(outcome.durationMs),
      url,
      remoteAddress: outcome.remoteAddress,
      keyVersion: message.keys.version,
      requestHeaders: headers,
      httpStatus: answer?.status ?? null,
      responseHeaders: answer?.headers ?? null,
      responseBody: answer?.body ?? null,
      responseBytes: answer?.bodyBytes ?? null,
      truncated: answer?.truncated ?? false,
      repaired: answer?.repaired ?? false,
      errorCode,
    },
  };
  return { result, outcome };
}

function attributesOf({ deliveryId, attempt }: Claimed["job"], answer: { status: number } | null) {
  const status = answer === null ? {} : { "http.response.status_code": answer.status };
  return { "wallet.delivery": deliveryId, "wallet.attempt": attempt, ...status };
}
