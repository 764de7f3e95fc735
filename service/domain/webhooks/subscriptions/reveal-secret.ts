import type { SigningSecret } from "../../../../contract/webhook-records.ts";
import { inTransaction } from "../../../db/pool.ts";
import { lockSubscription } from "../../../db/webhooks/webhook-subscriptions.ts";
import { isWithinLimit } from "../../auth/sign-in/attempt-limit.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { openSecret } from "./signing-secret.ts";

/**
 * The signing secret of a subscription in clear; each read is audited, and mailed once per quarter of an hour. Decision
 * 0088. @throws `subscription_not_found`; `secret_missing` for a subscription that has none yet
 */
export async function revealSecret(ctx: Context, { id }: { id: string }): Promise<SigningSecret> {
  const row = await inTransaction(ctx.db, async (tx) => {
    const subscription = await lockSubscription(tx, ctx.tenant.id, id);
    if (!subscription || subscription.deletedAt) throw new Failure("subscription_not_found");
    if (!subscription.secretSealed) throw new Failure("secret_missing");
    await recordAudit(tx, ctx, { action: "webhook.read_secret", object: { kind: "subscription", id } });
    if (await isWithinLimit(tx, { ...ctx, address: "any" }, `signing secret shown ${id}`, 1)) {
      await queueSecurityNotice(tx, ctx, {
        kind: "signing_secret_revealed",
        to: { merchantId: ctx.tenant.merchantId },
        detail: subscription.description || new URL(subscription.url).host,
      });
    }
    return subscription;
  });
  const secret = openSecret(ctx.providers.secrets, row);
  if (secret === null) throw new Failure("secret_missing");
  return { secret, previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null };
}
