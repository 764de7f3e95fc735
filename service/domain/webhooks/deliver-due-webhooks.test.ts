import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { openWebhookRig, type WebhookRig } from "../../testing/webhook-rig.ts";

const database = useTestDatabase();
let rig: WebhookRig;
beforeAll(async () => {
  rig = await openWebhookRig(database);
});
afterAll(() => rig.close());

describe("a delivery", () => {
  it("reaches the subscription with the event's body", async () => {
    await rig.subscribe("/first");
    const wallet = await createTestWallet(rig.ctx);
    expect(await rig.fanOut()).toEqual({ events: 1, deliveries: 1 });
    await rig.sendDue();
    const [request] = rig.receiver.received("/first");
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      event: "customer.created",
      data: { customerId: wallet.customerId },
    });
  });
});
