import type { EventOrAll, Overflow, Subscription } from "../../../../contract/webhook-records.ts";
import { lockSettings } from "../../../db/merchant/settings.ts";
import { inTransaction } from "../../../db/pool.ts";
import { countSubscriptions, insertSubscription } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { assertCallableUrl } from "./check-webhook-url.ts";
import { newSigningSecret } from "./signing-secret.ts";
import { subscriptionView } from "./subscription-view.ts";

const MAX_SUBSCRIPTIONS = 20;

export type SubscribeInput = {
  url: string;
  events: readonly EventOrAll[];
  description?: string | undefined;
  verifyEndpoint?: boolean | undefined;
  overflow?: Overflow | undefined;
};

/**
 * Subscribes a URL to events. The subscription is active immediately, and its URL never changes. Spec 4.21, webhooks
 * 2.
 * @throws `validation_failed` for a URL that may not be called; `subscription_limit`
 */
export async function subscribe(ctx: Context, input: SubscribeInput): Promise<{ data: Subscription }> {
  const { tenant } = ctx;
  await assertCallableUrl(ctx, "url", input.url);
  return await inTransaction(ctx.db, async (tx) => {
    await lockSettings(tx, tenant.id);
    if ((await countSubscriptions(tx, tenant.id)) >= MAX_SUBSCRIPTIONS) throw new Failure("subscription_limit");
    const newId = ctx.ids.next();
    const subscription = {
      id: newId,
      secretSealed: newSigningSecret(ctx.providers.secrets, newId).sealed,
      url: input.url,
      events: normaliseEvents(input.events),
      description: input.description ?? null,
      active: true,
      verifyEndpoint: input.verifyEndpoint ?? false,
      overflow: input.overflow ?? "fail",
      createdAt: ctx.clock.now(),
    };
    await insertSubscription(tx, tenant.id, subscription);
    const { id, url, events, description, verifyEndpoint, overflow } = subscription;
    const after = { url, events, description, verifyEndpoint, overflow };
    await recordAudit(tx, ctx, { action: "webhook.subscribe", object: { kind: "subscription", id }, after });
    const payload = { data: subscriptionView(subscription) };
    await keepAnswer(tx, ctx, { payload });
    return payload;
  });
}

/** `*` includes every event, so it replaces the other names; duplicates count once. */
export function normaliseEvents(events: readonly EventOrAll[]): EventOrAll[] {
  return events.includes("*") ? ["*"] : [...new Set(events)];
}
