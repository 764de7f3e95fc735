import { type MoneyApp, openMoneyApp } from "../service/testing/apps/money-app.ts";
import { catchUpRollups } from "../service/testing/catch-up-rollups.ts";
import { type LedgerHarness, openLedgerHarness } from "../service/testing/ledger/ledger-harness.ts";
import { createDatabase } from "./support/database.ts";
import { loadTransactions } from "./support/load-transactions.ts";

// Measures every endpoint of Insights over many transactions, beside a reading of one row, and how fast the sums catch up. Uses the whole
// service except the socket. Goal: p95 of each at most 50 ms at 10 million transactions.
const SIZES = (process.env.BENCH_TRANSACTIONS ?? "1000000,10000000").split(",").map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100);
const GOAL_MS = 50;

/** Within the days that the loader fills: 90 from 2026-01-01. The longest period is allowed too. */
const SPANS = [
  { name: "14 days", query: "startDate=2026-03-15&endDate=2026-03-28" },
  { name: "90 days", query: "startDate=2026-01-01&endDate=2026-03-31" },
  { name: "366 days", query: "startDate=2025-04-01&endDate=2026-04-01" },
] as const;
const OF_PERIOD = ["cash-position", "volumes", "charges", "success", "busy-hours"] as const;
const OTHERS = ["active-wallets", "wallet-levels", "top-customers?month=2026-03"] as const;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

for (const size of SIZES) {
  const database = await createDatabase("insights");
  const harness = await openLedgerHarness(database.url, { wallets: 1, each: 1n });
  const money = await openMoneyApp({ pool: harness.pool, url: database.url });
  try {
    await measure(money, harness, size);
  } finally {
    await money.close();
    await harness.close();
    await database.drop();
  }
}

async function measure(app: MoneyApp, { pool }: LedgerHarness, size: number): Promise<void> {
  const began = performance.now();
  await loadTransactions(pool, app.ctx.tenant.id, size);
  // The loader writes journal numbers beyond the sequence that the sums follow.
  await pool.query("select setval('journal_ids', (select coalesce(max(journal), 1) from transactions))");
  await loadFailures(pool, app.ctx.tenant.id);
  say(`\nInsights: ${size.toLocaleString("en")} transactions, loaded in ${seconds(began)} s; ${ROUNDS} rounds.`);
  const folding = performance.now();
  const added = await catchUpRollups(app.services);
  const took = (performance.now() - folding) / 1_000;
  say(
    `Catching up: ${added.toLocaleString("en")} transactions in ${took.toFixed(1)} s, ${Math.round(Number(added) / took).toLocaleString("en")} a second.`,
  );
  await pool.query("vacuum analyze");
  say(`| ${"what".padEnd(44)} |  p50 ms |  p95 ms | to wallet |`);
  say(`| ${"-".repeat(44)} | ------: | ------: | --------: |`);
  const floor = await time("reference: GET /merchant/wallet", () => ask(app, "/merchant/wallet"), null);
  for (const { name, query } of SPANS) {
    for (const figure of OF_PERIOD) {
      await time(`${figure}, ${name}`, () => ask(app, `/merchant/insights/${figure}?${query}`), floor);
    }
  }
  for (const figure of OTHERS) await time(figure, () => ask(app, `/merchant/insights/${figure}`), floor);
}

/** What batches and payouts leave: 25 reasons on each day. */
async function loadFailures(pool: LedgerHarness["pool"], tenant: number): Promise<void> {
  await pool.query(
    `insert into failure_days (tenant, day, source, code, n)
     select $1, date '2026-01-01' + day, case when code < 12 then 'batch' else 'payout' end, lpad(code::text, 2, '0'), 1 + day + code
     from generate_series(0, 89) day cross join generate_series(0, 24) code`,
    [tenant],
  );
  await pool.query(
    `insert into charge_days (tenant, day, kind, charge, amount)
     select $1, date '2026-01-01' + day, 'bank_booking', charge, 188000 + day
     from generate_series(0, 89) day cross join (values ('vat'), ('duty')) of (charge)`,
    [tenant],
  );
}

async function ask(app: MoneyApp, path: string): Promise<void> {
  const { status, body } = await app.call("GET", path);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
}

/** Returns the median. Ratios to `floor` stay comparable on a machine that is not quiet. */
async function time(name: string, work: () => Promise<void>, floor: number | null): Promise<number> {
  const times: number[] = [];
  await work();
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const sorted = times.sort((left, right) => left - right);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p50, p95] = [at(0.5), at(0.95)];
  const ratio = floor === null ? "1.0" : (p50 / floor).toFixed(1);
  const verdict = p95 > GOAL_MS ? ` above ${GOAL_MS} ms` : "";
  say(
    `| ${name.padEnd(44)} | ${p50.toFixed(1).padStart(7)} | ${p95.toFixed(1).padStart(7)} | ${ratio.padStart(9)} |${verdict}`,
  );
  return p50;
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}
