import { type MoneyApp, openMoneyApp } from "../service/testing/apps/money-app.ts";
import { openLedgerHarness } from "../service/testing/ledger/ledger-harness.ts";
import { createDatabase } from "./support/database.ts";
import { loadDeliveries } from "./support/load-deliveries.ts";

// The deliveries page over many rows of one merchant. Uses the whole service except the socket. The goal is under 50
// ms at BENCH_DELIVERIES=2000000.
const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? 50_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const database = await createDatabase("webhook_lists");
const harness = await openLedgerHarness(database.url, { wallets: 1, each: 1n });
const money = await openMoneyApp({ pool: harness.pool, url: database.url });
try {
  const began = performance.now();
  const loaded = await loadDeliveries(harness.pool, money.ctx.tenant.id, DELIVERIES);
  const seconds = Math.round((performance.now() - began) / 1_000);
  say(`Deliveries: ${DELIVERIES.toLocaleString("en")} of one merchant over 30 days, loaded in ${seconds} s.`);
  await measure(money, loaded);
} finally {
  await money.close();
  await harness.close();
  await database.drop();
}

async function measure(app: MoneyApp, loaded: Awaited<ReturnType<typeof loadDeliveries>>): Promise<void> {
  const list = "/merchant/webhook/deliveries";
  const lists: [string, string][] = [
    ["page 1", list],
    ["page 2,500 of 20 (the deepest)", `${list}?page=2500`],
    ["status failed", `${list}?status=failed`],
    ["status retrying (rare)", `${list}?status=retrying`],
    ["status pending (none)", `${list}?status=pending`],
    ["a subscription", `${list}?subscriptionId=${loaded.subscription}`],
    ["what failed of a subscription", `${list}?subscriptionId=${loaded.failing}&status=failed`],
    ["the same where nothing did", `${list}?subscriptionId=${loaded.subscription}&status=failed`],
    ["a type of which nothing failed", `${list}?eventType=wallet.debit&status=failed`],
    ["status success", `${list}?status=success`],
    ["a reason", `${list}?status=failed&errorCode=timeout`],
    ["a reason without its state", `${list}?errorCode=timeout`],
    ["an event type", `${list}?eventType=wallet.credit`],
    ["an old day", `${list}?startDate=${loaded.oldDay}&endDate=${loaded.oldDay}`],
    ["a reference", `${list}?reference=${loaded.reference}`],
    ["an event", `${list}?eventId=${loaded.event}`],
    ["tests only (none)", `${list}?test=only`],
    ["one delivery", `/merchant/webhook/delivery/${loaded.delivery}`],
    ["event log, page 1", "/merchant/webhook/event-log"],
    ["event log, a type", "/merchant/webhook/event-log?eventType=wallet.credit"],
    ["event log, a type without events", "/merchant/webhook/event-log?eventType=card.linked"],
    ["event log, a reference", `/merchant/webhook/event-log?reference=${loaded.reference}`],
    ["subscriptions", "/merchant/webhook/subscriptions"],
  ];
  say(`| ${"list".padEnd(34)} |  p50 ms |  max ms |  total |`);
  say(`| ${"-".repeat(34)} | ------: | ------: | -----: |`);
  for (const [name, path] of lists) {
    const times: number[] = [];
    let total = "";
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const { status, body } = await app.call("GET", path);
      times.push(performance.now() - began);
      if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
      const { totalRecords, totalIsCapped } = body.metadata ?? { totalRecords: "" };
      total = `${totalRecords}${totalIsCapped ? "+" : ""}`;
    }
    times.sort((left, right) => left - right);
    const [middle = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    say(
      `| ${name.padEnd(34)} | ${middle.toFixed(1).padStart(7)} | ${slowest.toFixed(1).padStart(7)} | ${total.padStart(6)} |`,
    );
  }
}
