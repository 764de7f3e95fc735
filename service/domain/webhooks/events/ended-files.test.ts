import { afterEach, beforeEach, expect, it } from "vitest";
import { events as catalogue, EventType } from "../../../../contract/events.ts";
import { customerCells, customerFile } from "../../../testing/csv/customer-file.ts";
import { uploadTestFile } from "../../../testing/csv/upload-file.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { expectEventsToMatchRecords } from "../../../testing/webhooks/event-invariants.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { processBatches } from "../../batches/upload/process-batches.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import { processNextImport } from "../../wallets/imports/process-next-import.ts";
import { acceptWalletImport, receiveWalletImport } from "../../wallets/imports/receive-wallet-import.ts";

const database = useTestDatabase({ connections: 12 });
let harness: WebhookHarness;
beforeEach(async () => {
  harness = await openWebhookHarness(database);
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await harness.close();
});

/** The events of one kind that the endpoint received, each checked against its documented shape. */
async function received(type: "batch.completed" | "wallet_import.completed") {
  await harness.fanOut();
  await harness.pass(1_000);
  return harness.receiver.received("/files").map(({ body }) => {
    const { event, data } = JSON.parse(body) as { event: string; data: Record<string, unknown> };
    expect(event).toBe(type);
    expect(catalogue[EventType.parse(event)].data.parse(data)).toEqual(data);
    return data;
  });
}

it("a batch that ended is reported once, with what was paid, repeated and refused", async () => {
  await harness.subscribe("/files", { events: ["batch.completed"] });
  await fundMerchantWallet(harness.ctx, { amount: 1_000_000_00 });
  const { customerId } = await createTestWallet(harness.ctx);
  // Two chunks, so that the end is only the second one.
  const rows = Array.from({ length: 1_600 }, (_, n) => `${customerId},${n === 7 ? 1 : 100},REF-FILE-${n}\n`);
  const first = await uploadTestFile(harness.ctx, ["customerId,amount,reference\n", ...rows]);
  await processBatches(harness.services, { forMs: 0 });
  expect(await received("batch.completed")).toEqual([]);
  await processBatches(harness.services, { forMs: 60_000 });
  const again = [
    `${customerId},100,REF-FILE-0\n`,
    `${customerId},250,REF-FILE-1\n`,
    `${customerId},5000,REF-FILE-new\n`,
  ];
  const second = await uploadTestFile(harness.ctx, ["customerId,amount,reference\n", ...again]);
  await processBatches(harness.services, { forMs: 60_000 });
  const unreadable = await uploadTestFile(harness.ctx, ["customerId,amount\n", `${customerId},much\n`]);
  expect(await received("batch.completed")).toMatchObject([
    {
      ...{ batchId: first, origin: "upload", operation: "credit", status: "partially_completed" },
      ...{ total: 1_600, paid: 1_599, duplicates: 0, failed: 1, amount: 159_900 },
      results: `/wallet/bulk-credit-customer/${first}/rows.csv`,
    },
    { batchId: second, total: 3, paid: 1, duplicates: 1, failed: 1, amount: 5_000 },
    { batchId: unreadable, status: "failed", total: 1, paid: 0, duplicates: 0, failed: 1, amount: 0 },
  ]);
});

it("an import of customers that ended is reported once, with the people who are customers already", async () => {
  await harness.subscribe("/files", { events: ["wallet_import.completed"] });
  const [known, fresh] = [customerCells(1), customerCells(2)];
  const send = async (rows: Parameters<typeof customerFile>[0]) => {
    const file = async function* () {
      yield Buffer.from(customerFile(rows));
    };
    const { id } = await receiveWalletImport(harness.ctx, file()).then(async (one) => {
      await acceptWalletImport(harness.ctx, one, { sha256: "0".repeat(64) });
      return one;
    });
    while (await processNextImport(harness.services));
    return id;
  };
  const first = await send([known]);
  const second = await send([known, fresh, { ...customerCells(3), date_of_birth: "yesterday" }]);
  expect(await received("wallet_import.completed")).toMatchObject([
    { batchId: first, status: "completed", total: 1, created: 1, duplicates: 0, failed: 0 },
    {
      ...{ batchId: second, status: "partially_completed", total: 3, created: 1, duplicates: 1, failed: 1 },
      results: `/wallet/bulk-create-customers/${second}/rows.csv`,
    },
  ]);
  await harness.fanOut();
});

it("every ended batch and import of a listener has its event", async () => {
  await harness.subscribe("/files");
  await fundMerchantWallet(harness.ctx, { amount: 1_000_000_00 });
  const { customerId } = await createTestWallet(harness.ctx);
  await uploadTestFile(harness.ctx, ["customerId,amount\n", `${customerId},500\n`]);
  await processBatches(harness.services, { forMs: 60_000 });
  await harness.fanOut();
  await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
});
