import type { Context, Services } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import {
  createDeliverer,
  type Deliverer,
  type DelivererHooks,
} from "../../domain/webhooks/deliveries/deliver-due-webhooks.ts";
import { fanOutEvents, retryQuarantinedRecord } from "../../domain/webhooks/events/fan-out-events.ts";
import { type TestClock, testClock } from "../clock.ts";
import { testContext, testServices } from "../context.ts";
import type { TestDatabase } from "../database.ts";
import { createTestMerchant } from "../factories.ts";
import { openReceiver, type Receiver } from "./receiver.ts";

export type WebhookHarness = {
  clock: TestClock;
  services: Services;
  receiver: Receiver;
  merchant: CreatedMerchant;
  /** The platform in the merchant's sandbox. */
  ctx: Context;
  deliverer: Deliverer;
  /** Subscribes a path of the receiver with SQL, without the domain function. */
  subscribe(path: string, options?: SubscribeOptions): Promise<string>;
  setMode(mode: "LEGACY" | "SUBSCRIPTIONS" | "BOTH", callbackPath?: string): Promise<void>;
  /** Fans out all pending outbox records and the quarantined ones that are due. Throws if one cannot be published. */
  fanOut(): Promise<{ events: number; deliveries: number }>;
  /** Sends all due deliveries and waits until their results are recorded. */
  sendDue(): Promise<void>;
  /** Advances the time in steps and sends all due deliveries after each, including rate-limited ones. */
  pass(ms: number, stepMs?: number): Promise<void>;
  close(): Promise<void>;
};

export type SubscribeOptions = { events?: string[]; active?: boolean; tenant?: number; url?: string };

/** A merchant, receivers and a deliverer on a test database with a controlled clock. Close it at the end of the file. */
export async function openWebhookHarness(
  database: TestDatabase,
  options: { hooks?: DelivererHooks; overrides?: Partial<Services> } = {},
): Promise<WebhookHarness> {
  const clock = testClock();
  const services = testServices(database, { clock, ...options.overrides });
  const receiver = await openReceiver();
  const merchant = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: merchant.sandbox });
  const deliverer = createDeliverer(services, options.hooks ? { hooks: options.hooks } : {});
  return {
    clock,
    services,
    receiver,
    merchant,
    ctx,
    deliverer,
    async subscribe(path, { events = ["*"], active = true, tenant = ctx.tenant.id, url = receiver.url(path) } = {}) {
      const id = services.ids.next();
      await database.pool.query(
        `insert into webhook_subscriptions (tenant, id, url, events, active, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $6)`,
        [tenant, id, url, events, active, clock.now()],
      );
      return id;
    },
    async setMode(mode, callbackPath) {
      await database.pool.query("update tenant_settings set webhook_mode = $2, callback_url = $3 where tenant = $1", [
        ctx.tenant.id,
        mode,
        callbackPath === undefined ? null : receiver.url(callbackPath),
      ]);
    },
    async fanOut() {
      const total = { events: 0, deliveries: 0 };
      while ((await retryQuarantinedRecord(services)).isDue);
      while (true) {
        const { records, events, deliveries, quarantined } = await fanOutEvents(services);
        if (quarantined) throw quarantined.error;
        if (records === 0) return total;
        total.events += events;
        total.deliveries += deliveries;
      }
    },
    sendDue,
    async pass(ms, stepMs = 100) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        await sendDue();
        clock.advance(stepMs);
      }
      await sendDue();
    },
    async close() {
      await deliverer.drain(1_000);
      await receiver.close();
      await services.committer.close();
      await services.providers.webhooks.close();
    },
  };

  async function sendDue(): Promise<void> {
    await deliverer.deliver();
    while (deliverer.open() > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
