import type { WebhookSettings } from "../../../../contract/webhook-records.ts";
import { lockSettings, updateWebhookRouting } from "../../../db/merchant/settings.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { assertCallableUrl } from "./check-webhook-url.ts";

export type UpdateWebhookSettingsInput = {
  webhookMode: WebhookSettings["webhookMode"];
  callbackURL?: string | null | undefined;
};

/**
 * Sets the webhook mode and callback URL of the context's mode. An omitted callback URL stays, null clears it.
 * Deliveries in progress are not affected. Spec 4.21, webhooks 1. @throws `validation_failed` for a URL that may not
 * be called
 */
export async function updateWebhookSettings(ctx: Context, input: UpdateWebhookSettingsInput): Promise<WebhookSettings> {
  if (input.callbackURL) await assertCallableUrl(ctx, "callbackURL", input.callbackURL);
  return await inTransaction(ctx.db, async (tx) => {
    const { tenant } = ctx;
    const current = await lockSettings(tx, tenant.id);
    if (!current) throw new Error("the tenant has no settings");
    const before = { webhookMode: current.webhookMode, callbackURL: current.callbackUrl };
    const { webhookMode, callbackURL = before.callbackURL } = input;
    const after = { webhookMode, callbackURL };
    await updateWebhookRouting(tx, tenant.id, { webhookMode, callbackUrl: callbackURL }, ctx.clock.now());
    const object = { kind: "settings", id: tenant.merchantId };
    await recordAudit(tx, ctx, { action: "webhook.settings", object, before, after });
    return after;
  });
}
