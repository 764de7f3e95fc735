import type { WebhookSettings } from "../../../../contract/webhook-records.ts";
import { findSettings } from "../../../db/merchant/settings.ts";
import type { Context } from "../../context.ts";

/** Returns the webhook settings of the context's mode. Webhooks 1, 2. */
export async function getWebhookSettings(ctx: Context): Promise<WebhookSettings> {
  const settings = (await findSettings(ctx.db, [ctx.tenant.id])).get(ctx.tenant.id);
  if (!settings) throw new Error("the tenant has no settings");
  return { webhookMode: settings.webhookMode, callbackURL: settings.callbackUrl };
}
