import type { SigningSecret } from "../../../../contract/webhook-records.ts";
import { inTransaction } from "../../../db/pool.ts";
import { lockSubscription, updateSecrets } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { newSigningSecret, openSecret } from "./signing-secret.ts";

const HOUR_MS = 3_600_000;

/**
 * Replaces the signing secret of a subscription, or makes its first one. The former one signs too for `overlapHours`
 * (0–72); one that an earlier roll left is dropped. Decision 0088. @throws `subscription_not_found`
 */
export async function rollSecret(
  ctx: Context,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<SigningSecret> {
  const { secrets } = ctx.providers;
  return await inTransaction(ctx.db, async (tx) => {
    const subscription = await lockSubscription(tx, ctx.tenant.id, id);
    if (!subscription || subscription.deletedAt) throw new Failure("subscription_not_found");
    const { secret, sealed } = newSigningSecret(secrets, id);
    const former = overlapHours > 0 ? openSecret(secrets, subscription) : null;
    const until = former === null ? null : new Date(ctx.clock.now().getTime() + overlapHours * HOUR_MS);
    const column = "webhook_subscriptions.previous_secret_sealed";
    const formerSealed = former === null ? null : secrets.seal(former, column, id);
    await updateSecrets(tx, ctx.tenant.id, {
      id,
      secretSealed: sealed,
      previousSecretSealed: formerSealed,
      previousSecretUntil: until,
    });
    await recordAudit(tx, ctx, {
      action: "webhook.roll_secret",
      object: { kind: "subscription", id },
      after: { overlapHours, previousSecretUntil: until },
    });
    await queueSecurityNotice(tx, ctx, {
      kind: "signing_secret_revealed",
      to: { merchantId: ctx.tenant.merchantId },
      detail: subscription.description || new URL(subscription.url).host,
    });
    return { secret, previousSecretUntil: until?.toISOString() ?? null };
  });
}
