import { webhookEndpoints } from "../../../contract/webhooks.ts";
import { getDelivery } from "../../domain/webhooks/deliveries/get-delivery.ts";
import { listDeliveries } from "../../domain/webhooks/deliveries/list-deliveries.ts";
import { getEvent } from "../../domain/webhooks/events/get-event.ts";
import { listEventLog } from "../../domain/webhooks/events/list-event-log.ts";
import { listEventTypes } from "../../domain/webhooks/events/list-event-types.ts";
import { cancelReplay } from "../../domain/webhooks/replays/cancel-replay.ts";
import { getReplay } from "../../domain/webhooks/replays/get-replay.ts";
import { listReplays } from "../../domain/webhooks/replays/list-replays.ts";
import { replayDeliveries } from "../../domain/webhooks/replays/replay-deliveries.ts";
import { replayDelivery } from "../../domain/webhooks/replays/replay-delivery.ts";
import { forecastDeliveries } from "../../domain/webhooks/subscriptions/forecast-deliveries.ts";
import { getSubscription } from "../../domain/webhooks/subscriptions/get-subscription.ts";
import { getWebhookSettings } from "../../domain/webhooks/subscriptions/get-webhook-settings.ts";
import { getWebhookStats } from "../../domain/webhooks/subscriptions/get-webhook-stats.ts";
import { listSubscriptions } from "../../domain/webhooks/subscriptions/list-subscriptions.ts";
import { removeSubscription } from "../../domain/webhooks/subscriptions/remove-subscription.ts";
import { revealSecret } from "../../domain/webhooks/subscriptions/reveal-secret.ts";
import { rollSecret } from "../../domain/webhooks/subscriptions/roll-secret.ts";
import { sendChallenge } from "../../domain/webhooks/subscriptions/send-challenge.ts";
import { subscribe } from "../../domain/webhooks/subscriptions/subscribe.ts";
import { testSubscription } from "../../domain/webhooks/subscriptions/test-subscription.ts";
import { updateSubscription } from "../../domain/webhooks/subscriptions/update-subscription.ts";
import { updateWebhookSettings } from "../../domain/webhooks/subscriptions/update-webhook-settings.ts";
import type { Bind } from "../route.ts";

/** Subscriptions, deliveries and replays. Spec 4.21, webhooks 2. */
export function webhookRoutes(bind: Bind): void {
  bind(webhookEndpoints.getWebhookSettings, async (ctx) => ({ data: await getWebhookSettings(ctx) }));
  bind(webhookEndpoints.updateWebhookSettings, async (ctx, { body }) => ({
    data: await updateWebhookSettings(ctx, body),
  }));
  bind(webhookEndpoints.subscribe, (ctx, { body }) => subscribe(ctx, body));
  bind(webhookEndpoints.listSubscriptions, async (ctx) => ({ data: await listSubscriptions(ctx) }));
  bind(webhookEndpoints.forecastDeliveries, async (ctx, { query }) => ({ data: await forecastDeliveries(ctx, query) }));
  bind(webhookEndpoints.getSubscription, async (ctx, { params }) => ({ data: await getSubscription(ctx, params) }));
  bind(webhookEndpoints.updateSubscription, async (ctx, { params, body }) => ({
    data: await updateSubscription(ctx, { ...body, ...params }),
  }));
  bind(webhookEndpoints.removeSubscription, async (ctx, { params }) => {
    await removeSubscription(ctx, params);
    return {};
  });
  bind(webhookEndpoints.revealSecret, async (ctx, { params }) => ({ data: await revealSecret(ctx, params) }));
  bind(webhookEndpoints.rollSecret, async (ctx, { params, body }) => ({
    data: await rollSecret(ctx, { ...params, ...body }),
  }));
  bind(webhookEndpoints.sendChallenge, async (ctx, { params }) => ({ data: await sendChallenge(ctx, params) }));
  bind(webhookEndpoints.listEventTypes, async () => ({ data: listEventTypes() }));
  bind(webhookEndpoints.testSubscription, async (ctx, { params }) => ({ data: await testSubscription(ctx, params) }));

  bind(webhookEndpoints.listDeliveries, (ctx, { query }) => listDeliveries(ctx, query));
  bind(webhookEndpoints.getDelivery, async (ctx, { params }) => ({ data: await getDelivery(ctx, params) }));
  bind(webhookEndpoints.replayDelivery, (ctx, { params }, answer) =>
    replayDelivery(ctx, params, { repeated: () => answer.status(200) }),
  );
  bind(webhookEndpoints.replayDeliveries, async (ctx, { body }, answer) => {
    if (body.dryRun) answer.status(200);
    return await replayDeliveries(ctx, body);
  });
  bind(webhookEndpoints.listReplays, (ctx, { query }) => listReplays(ctx, query));
  bind(webhookEndpoints.getReplay, async (ctx, { params }) => ({ data: await getReplay(ctx, params) }));
  bind(webhookEndpoints.cancelReplay, async (ctx, { params }) => ({ data: await cancelReplay(ctx, params) }));
  bind(webhookEndpoints.listEventLog, (ctx, { query }) => listEventLog(ctx, query));
  bind(webhookEndpoints.getEvent, async (ctx, { params }) => ({ data: await getEvent(ctx, params) }));
  bind(webhookEndpoints.getWebhookStats, async (ctx, { query }) => ({ data: await getWebhookStats(ctx, query) }));
}
