import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { events as catalogue, EventType } from "../../../../contract/events.ts";
import { openPool } from "../../../db/pool.ts";
import { submitTestTransfer } from "../../../testing/approvals.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { holdTestPayout, readTestPayout } from "../../../testing/payouts.ts";
import { expectEventsToMatchRecords } from "../../../testing/webhooks/event-invariants.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { approveTransaction } from "../../approvals/approve-transaction.ts";
import { expireApprovals } from "../../approvals/expire-approvals.ts";
import { removeTransaction } from "../../approvals/remove-transaction.ts";
import { creditWallet } from "../../batches/single/credit-wallet.ts";
import { debitWallet } from "../../batches/single/debit-wallet.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import type { AttemptResult } from "../../payouts/decide-outcome.ts";
import { recordOutcome } from "../../payouts/record-outcome.ts";
import { transferBetweenCustomers } from "../../transfers/transfer-between-customers.ts";
import { readQueue } from "../deliveries/read-queue.ts";
import { fanOutEvents, retryQuarantinedRecord } from "./fan-out-events.ts";

const database = useTestDatabase({ connections: 12 });
let harness: WebhookHarness;
beforeEach(async () => {
  harness = await openWebhookHarness(database);
});
afterEach(async () => {
  await harness.fanOut();
  await expectBooksToBalance(database.pool);
  await harness.close();
});

async function publishedEvents() {
  const { rows } = await database.pool.query<{ type: string; body: string; reference: string | null }>(
    "select type, body, reference from webhook_events where tenant = $1 order by id",
    [harness.ctx.tenant.id],
  );
  return rows.map(({ type, body, reference }) => ({
    type,
    reference,
    ...(JSON.parse(body) as { event: string; data: Record<string, unknown> }),
  }));
}

/** Two customers of a funded merchant that subscribes to all events. */
async function openShop() {
  await harness.subscribe("/all");
  await fundMerchantWallet(harness.ctx, { amount: 1_000_000_00 });
  const [from, to] = [await createTestWallet(harness.ctx), await createTestWallet(harness.ctx)];
  await creditWallet(harness.ctx, { customerId: from.customerId, amount: 50_000_00 });
  return { from, to };
}

describe("published events", () => {
  it("of every kind of movement have their documented shapes and exact balances", async () => {
    const { from, to } = await openShop();
    await database.pool.query(
      "update tenant_settings set can_debit_customer = true, batch_item_fee = 700 where tenant = $1",
      [harness.ctx.tenant.id],
    );
    await transferBetweenCustomers(harness.ctx, {
      fromCustomerId: from.customerId,
      toCustomerId: to.customerId,
      amount: 10_000_00,
    });
    await debitWallet(harness.ctx, { customerId: to.customerId, amount: 2_000_00 });
    await harness.fanOut();
    const published = await publishedEvents();
    for (const { event, data } of published) {
      expect(catalogue[EventType.parse(event)].data.parse(data), event).toEqual(data);
    }
    expect(published.map(({ type }) => type).sort()).toEqual(
      [
        ...[
          "customer.created",
          "customer.created",
          "transaction.success",
          "transaction.success",
          "transaction.success",
        ],
        ...[
          "transaction.success",
          "transfer.completed",
          "wallet.credit",
          "wallet.credit",
          "wallet.debit",
          "wallet.debit",
        ],
      ].sort(),
    );
    expect(published.filter(({ type }) => type === "wallet.debit").map(({ data }) => data)).toMatchObject([
      { walletId: from.walletId, previousBalance: 50_000_00, newBalance: 39_990_00, amount: 10_010_00 },
      { walletId: to.walletId, previousBalance: 10_000_00, newBalance: 7_993_00, amount: 2_007_00 },
    ]);
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("of a payout come in the order of its changes, with the last four digits of the account", async () => {
    await openShop();
    const { services } = harness;
    const record = async (session: string, result: AttemptResult, source: "query" | "message") =>
      recordOutcome(services, await readTestPayout(harness.ctx, session), { result, source });
    const [paid, failed] = [await holdTestPayout(harness.ctx), await holdTestPayout(harness.ctx)];
    await record(paid.sessionId, { outcome: "unknown", code: "09", reason: "In progress" }, "query");
    await record(paid.sessionId, { outcome: "succeeded", code: "00" }, "message");
    await record(paid.sessionId, { outcome: "reversed", code: "00" }, "message");
    const refused = { outcome: "failed", code: "06", final: true, reason: "The account is dormant" } as const;
    await record(failed.sessionId, refused, "message");
    await harness.fanOut();
    const published = await publishedEvents();
    const of = (reference: string) => published.filter((event) => event.reference === reference);
    expect(of(paid.reference).map(({ type, data }) => [type, data.sequence])).toEqual([
      ["transfer.processing", 1],
      ["transaction.success", undefined],
      ["transfer.completed", 2],
      ["transfer.reversed", 3],
    ]);
    for (const { event, data } of [...of(paid.reference), ...of(failed.reference)]) {
      expect(catalogue[EventType.parse(event)].data.parse(data), event).toEqual(data);
    }
    expect(of(failed.reference)).toMatchObject([
      { type: "transaction.failed", data: { status: "failed", description: "The account is dormant", fee: 7_688 } },
      {
        type: "transfer.failed",
        data: { state: "failed", accountNumber: "6700", bank: { code: "000013" }, reason: "The account is dormant" },
      },
    ]);
  });

  it("of an approval have one reference from pending to the end", async () => {
    const { from, to } = await openShop();
    const request = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 100_00 };
    const submitter = { ...harness.ctx, actor: await testMember(harness.services, harness.merchant, "Operator") };
    const approver = { ...harness.ctx, actor: await testMember(harness.services, harness.merchant, "MainMerchant") };
    const approved = await submitTestTransfer(submitter, request);
    await approveTransaction(approver, { transactionId: approved });
    const declined = await submitTestTransfer(submitter, request);
    await removeTransaction(approver, { transactionId: declined, reason: "wrong details" });
    const failed = await submitTestTransfer(submitter, { ...request, amount: 90_000_00 });
    await expect(approveTransaction(approver, { transactionId: failed })).rejects.toThrow();
    const expired = await submitTestTransfer(submitter, request);
    harness.clock.advance(31 * 86_400_000);
    await expireApprovals(harness.services);
    await harness.fanOut();
    const byTransaction = Map.groupBy(
      (await publishedEvents()).filter(({ data }) => typeof data.transactionId === "string"),
      ({ data }) => data.transactionId as string,
    );
    const typesOf = (id: string) => byTransaction.get(id)?.map(({ type }) => type);
    expect(typesOf(approved)).toEqual(["transaction.pending", "transaction.success", "transfer.completed"]);
    for (const id of [declined, failed, expired]) {
      expect(typesOf(id)).toEqual(["transaction.pending", "transaction.failed", "transfer.failed"]);
      expect(new Set(byTransaction.get(id)?.map(({ reference }) => reference)).size).toBe(1);
    }
    expect(byTransaction.get(declined)?.[1]?.data).toMatchObject({
      status: "failed",
      description: "Declined: wrong details",
    });
    expect(byTransaction.get(failed)?.[2]?.data.reason).toBe("Single transaction limit exceeded.");
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("do not exist for a refused call", async () => {
    const { from, to } = await openShop();
    await harness.fanOut();
    const before = (await publishedEvents()).length;
    const tooMuch = { fromCustomerId: to.customerId, toCustomerId: from.customerId, amount: 1_00 };
    await expect(transferBetweenCustomers(harness.ctx, tooMuch)).rejects.toThrow();
    expect(await harness.fanOut()).toEqual({ events: 0, deliveries: 0 });
    expect(await publishedEvents()).toHaveLength(before);
  });
});

describe("the fan-out", () => {
  it("interrupted midway publishes nothing twice and loses nothing", async () => {
    await openShop();
    // Its writes are rolled back: once before its last statement, once in it.
    const broken = { ...harness.services, ids: { next: onceIn(3, harness.services.ids.next) } };
    expect((await fanOutEvents(broken)).quarantined?.error).toEqual(new Error("no more IDs"));
    await database.pool.query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$",
    );
    await database.pool.query(
      "create trigger killed before update on outbox for each statement execute function refuse()",
    );
    await fanOutAll();
    await database.pool.query("drop trigger killed on outbox");
    expect(await publishedEvents()).toEqual([]);
    harness.clock.advance(1_000);
    await harness.fanOut();
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("quarantines an outbox record that cannot be published; publishes the others and retries it until it succeeds", async () => {
    await harness.subscribe("/all");
    const other = await createTestMerchant(harness.services);
    await harness.subscribe("/other", { tenant: other.sandbox.id });
    const opened = [];
    for (let n = 0; n < 20; n += 1) opened.push(await createTestWallet(harness.ctx));
    await createTestWallet({ ...harness.ctx, tenant: other.sandbox });
    const broken = opened[7]?.customerId;
    const setTenant = (tenant: number) =>
      withoutTriggers(
        `with failures as (
           update outbox_failures set tenant = $2 where cause in (select id from outbox where object_id = $1)
         ) update outbox set tenant = $2 where object_id = $1`,
        [broken, tenant],
      );
    await setTenant(other.sandbox.id);

    expect(await fanOutAll()).toBe(20);
    expect((await publishedEvents()).map(({ data }) => data.customerId)).toEqual(
      opened.filter(({ customerId }) => customerId !== broken).map(({ customerId }) => customerId),
    );
    expect(await readQueue(harness.services)).toMatchObject({ outboxPending: 1, outboxQuarantined: 1 });

    // It is retried on its own schedule, and nothing waits for it.
    expect(await retryQuarantinedRecord(harness.services)).toEqual({ isDue: false, quarantined: null });
    const tries = [];
    for (const seconds of [1, 10, 60, 300, 600, 600]) {
      harness.clock.advance(seconds * 1000 - 1);
      tries.push((await retryQuarantinedRecord(harness.services)).isDue);
      harness.clock.advance(1);
      tries.push((await retryQuarantinedRecord(harness.services)).quarantined?.error);
    }
    const failure = expect.objectContaining({
      message: expect.stringContaining("names a customer that does not exist"),
    });
    expect(tries).toEqual(Array.from({ length: 6 }, () => [false, failure]).flat());
    const { rows } = await database.pool.query("select tries, error from outbox_failures");
    expect(rows).toEqual([{ tries: 7, error: "Error" }]);

    await setTenant(harness.ctx.tenant.id);
    harness.clock.advance(600_000);
    expect(await retryQuarantinedRecord(harness.services)).toEqual({ isDue: true, quarantined: null });
    expect(await readQueue(harness.services)).toMatchObject({ outboxPending: 0, outboxQuarantined: 0 });
    expect((await publishedEvents()).at(-1)?.data.customerId).toBe(broken);
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("quarantines nothing while the database is unreachable", async () => {
    await harness.subscribe("/all");
    await createTestWallet(harness.ctx);
    const unreachable = {
      ...harness.services,
      db: openPool({ url: "postgres://nobody@127.0.0.1:1/none", max: 1, applicationName: "unreachable" }),
    };
    await expect(fanOutEvents(unreachable)).rejects.toThrow("ECONNREFUSED");
    await unreachable.db.end();
    expect(await readQueue(harness.services)).toMatchObject({ outboxPending: 1, outboxQuarantined: 0 });
  });

  it("run six times concurrently publishes every outbox record once", async () => {
    await harness.subscribe("/all");
    for (let n = 0; n < 30; n += 1) await createTestWallet(harness.ctx);
    const results = await Promise.all(Array.from({ length: 6 }, () => fanOutEvents(harness.services)));
    await harness.fanOut();
    expect(results.some(({ events }) => events > 0)).toBe(true);
    expect(await publishedEvents()).toHaveLength(30);
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });
});

/** Outbox rows are immutable; disabling the triggers simulates rows that were wrong from the start. */
async function withoutTriggers(sql: string, values: unknown[]): Promise<void> {
  await database.pool.query("alter table outbox disable trigger user");
  await database.pool.query(sql, values);
  await database.pool.query("alter table outbox enable trigger user");
}

/** Fans out as the worker does and quarantines what cannot be published. Returns the number of events. */
async function fanOutAll(): Promise<number> {
  let made = 0;
  while (true) {
    const { records, events } = await fanOutEvents(harness.services);
    if (records === 0) return made;
    made += events;
  }
}

function onceIn(count: number, next: () => string): () => string {
  let left = count;
  return () => {
    if (left === 0) throw new Error("no more IDs");
    left -= 1;
    return next();
  };
}

it("tenants take turns: the backlog of one delays the events of another by one group at most", async () => {
  const busy = await openWebhookHarness(database);
  await busy.subscribe("/busy");
  await harness.subscribe("/calm");
  await database.pool.query(
    "insert into outbox (tenant, kind, object_id, at) select $1, 'customer.created', $2, now() from generate_series(1, 500)",
    [busy.ctx.tenant.id, (await createTestWallet(busy.ctx)).customerId],
  );
  for (let i = 0; i < 10; i += 1) await createTestWallet(harness.ctx);
  await fanOutEvents(harness.services, 100);
  expect(await publishedEvents()).toHaveLength(10);
  const { rows } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from webhook_events where tenant = $1",
    [busy.ctx.tenant.id],
  );
  // Two tenants wait, so each gets half of the group.
  expect(rows[0]?.n).toBe(50);
  await busy.fanOut();
  await busy.close();
});

it("two merchants that chose the same customer ID each hear of their own customer", async () => {
  const other = await createTestMerchant(harness.services);
  await harness.subscribe("/all");
  await harness.subscribe("/other", { tenant: other.sandbox.id });
  const customerId = harness.services.ids.next();
  const opened = [
    { tenant: harness.ctx.tenant.id, ...(await createTestWallet(harness.ctx, { customerId })) },
    {
      tenant: other.sandbox.id,
      ...(await createTestWallet({ ...harness.ctx, tenant: other.sandbox }, { customerId })),
    },
  ];
  await fanOutEvents(harness.services);
  const { rows } = await database.pool.query(
    `select tenant, body::jsonb -> 'data' ->> 'customerId' as "customerId", body::jsonb -> 'data' ->> 'walletId' as "walletId"
     from webhook_events where type = 'customer.created' and tenant = any($1::int[]) order by tenant`,
    [opened.map(({ tenant }) => tenant)],
  );
  expect(rows).toEqual(
    opened.map(({ tenant, walletId }) => ({ tenant, customerId, walletId })).sort((a, b) => a.tenant - b.tenant),
  );
});
