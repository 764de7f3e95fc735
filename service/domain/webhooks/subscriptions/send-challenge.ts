import { randomBytes } from "node:crypto";
import { deliveryFailureText, wrongChallengeText } from "../../../../contract/texts/webhooks.ts";
import type { ChallengeResult } from "../../../../contract/webhook-records.ts";
import { inTransaction } from "../../../db/pool.ts";
import { findSubscription, updateVerifiedAt } from "../../../db/webhooks/webhook-subscriptions.ts";
import { errorCodeOf } from "../../../providers/webhook-client/webhook-client.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { ATTEMPT_MS } from "../deliveries/send-delivery.ts";
import { deliveryHeaders } from "../deliveries/sign-payload.ts";
import { loadSigningKeys } from "./signing-keys.ts";
import { openSigningSecrets } from "./signing-secret.ts";
import { assertTestPermit } from "./test-subscription.ts";

/**
 * Sends `{"event":"endpoint.challenge","data":{"challenge":…}}`, signed like an event, and stores that the endpoint is
 * verified when it answers 2xx within 10 s with the challenge alone, as text or as `{"challenge":…}`. An endpoint that
 * echoes whole requests does not pass. Shares the limit of tests. Decision 0089.
 * @throws `subscription_not_found`, `keys_missing`, `test_limit`
 */
export async function sendChallenge(ctx: Context, { id }: { id: string }): Promise<ChallengeResult> {
  const { tenant, providers } = ctx;
  const at = ctx.clock.now();
  const keys = (await loadSigningKeys(ctx, [tenant.id])).get(tenant.id);
  const subscription = await inTransaction(ctx.db, async (tx) => {
    const found = await findSubscription(tx, tenant.id, id, at);
    if (!found) throw new Failure("subscription_not_found");
    await assertTestPermit(tx, tenant.merchantId, at);
    return found;
  });
  if (!keys) throw new Failure("keys_missing");
  const challenge = randomBytes(32).toString("base64url");
  const body = JSON.stringify({ event: "endpoint.challenge", data: { challenge, timestamp: at.toISOString() } });
  const headers = deliveryHeaders({
    ...keys,
    secrets: openSigningSecrets(providers.secrets, subscription, at),
    body,
    timestampSeconds: Math.floor(at.getTime() / 1000),
    eventId: ctx.ids.next(),
    deliveryId: ctx.ids.next(),
    attempt: 1,
  });
  const { url } = subscription;
  const outcome = await providers.webhooks.send({ url, mode: tenant.mode, body, headers, timeoutMs: ATTEMPT_MS });
  const errorCode = errorCodeOf(outcome);
  const answer = outcome.kind === "answered" ? outcome : null;
  const verified = errorCode === null && answer !== null && isAnswer(answer.body, challenge);
  const httpStatusCode = answer?.status ?? null;
  await inTransaction(ctx.db, async (tx) => {
    if (verified) await updateVerifiedAt(tx, tenant.id, id, ctx.clock.now());
    await recordAudit(tx, ctx, {
      action: "webhook.challenge",
      object: { kind: "subscription", id },
      after: { verified, httpStatusCode, errorCode },
    });
  });
  const wrong = verified ? null : wrongChallengeText;
  return {
    verified,
    httpStatusCode,
    responseTimeMs: outcome.durationMs,
    errorCode,
    errorMessage: errorCode === null ? wrong : deliveryFailureText(errorCode, httpStatusCode),
  };
}

function isAnswer(body: string, challenge: string): boolean {
  if (body.trim() === challenge) return true;
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === "object" && json !== null && "challenge" in json && json.challenge === challenge;
  } catch {
    return false;
  }
}
