import { v7 } from "uuid";
import { buildApp } from "../../http/app.ts";
import type { TestDatabase } from "../database.ts";
import { createTestWallet, sandboxPrivateKey } from "../factories.ts";
import { openWebhookHarness } from "../webhooks/webhook-harness.ts";

export type WebhookApp = Awaited<ReturnType<typeof openWebhookApp>>;

/** The webhook harness with the service's API. IDs follow the harness's clock, so that lists ordered by ID are ordered by time. */
export async function openWebhookApp(database: TestDatabase) {
  const harness = await openWebhookHarness(database);
  const { clock, services, ctx, receiver } = harness;
  const ids = { next: () => v7({ msecs: clock.now().getTime() }) };
  Object.assign(services, { ids });
  Object.assign(ctx, { ids });
  const app = buildApp(services);
  const authorization = `Bearer ${await sandboxPrivateKey(services, harness.merchant)}`;

  /** Opens wallets and fans out their events: `count` deliveries for each matching subscription. */
  async function openWallets(count = 1): Promise<void> {
    for (let n = 0; n < count; n += 1) await createTestWallet(ctx);
    await harness.fanOut();
  }

  return {
    ...harness,
    openWallets,
    /** Calls a path under `/merchant/webhook` with the merchant's private key. */
    async call(
      method: "GET" | "POST" | "PUT" | "DELETE",
      path: string,
      body?: object,
      more: Record<string, string> = {},
    ) {
      const url = `/v1/merchant/webhook${path}`;
      const headers = { authorization, ...more };
      const reply = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
      return { status: reply.statusCode, body: reply.json() };
    },
    /** Makes `count` deliveries of a subscription fail three times and returns their IDs. `path` responds with 500 from then on. */
    async fail(subscription: string, path: string, count = 1): Promise<string[]> {
      receiver.script(path, 500);
      const since = ids.next();
      clock.advance(1);
      await openWallets(count);
      await harness.pass(5_000);
      await harness.pass(70_000, 1_000);
      await harness.pass(310_000, 2_000);
      // A target's rate depends on its real response times, so many deliveries take longer on a slow machine.
      for (let more = 0; more < 60; more += 1) {
        const { rows } = await database.pool.query<{ id: string }>(
          "select id from webhook_deliveries where subscription_id = $1 and status = 'failed' and id > $2 order by id",
          [subscription, since],
        );
        if (rows.length === count) return rows.map(({ id }) => id);
        await harness.pass(10_000, 2_000);
      }
      throw new Error(`not all of ${count} have failed`);
    },
    async close() {
      await app.close();
      await harness.close();
    },
  };
}
