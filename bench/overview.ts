import { type MoneyApp, openMoneyApp } from "../service/testing/apps/money-app.ts";
import { catchUpRollups } from "../service/testing/catch-up-rollups.ts";
import { type LedgerHarness, openLedgerHarness } from "../service/testing/ledger/ledger-harness.ts";
import { createDatabase } from "./support/database.ts";
import { loadTransactions } from "./support/load-transactions.ts";

// Measures overview and analytics over many transactions, compared with queries without daily sums, and how fast the
// daily sums catch up. Uses the whole service except the socket.
const SIZES = (process.env.BENCH_TRANSACTIONS ?? "1000000,10000000").split(",").map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 50);

/** Within the days that the loader fills: 90 from 2026-01-01. */
const SPANS = [
  { name: "14 days", query: "startDate=2026-03-15&endDate=2026-03-28" },
  { name: "90 days", query: "startDate=2026-01-01&endDate=2026-03-31" },
] as const;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

for (const size of SIZES) {
  const database = await createDatabase("overview");
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
  // The loader writes journal numbers beyond the sequence that the daily sums follow.
  await pool.query("select setval('journal_ids', (select coalesce(max(journal), 1) from transactions))");
  say(`\nOverview: ${size.toLocaleString("en")} transactions, loaded in ${seconds(began)} s; ${ROUNDS} rounds.`);
  await catchUp(app);
  say(`| ${"what".padEnd(44)} |  p50 ms |  max ms |`);
  say(`| ${"-".repeat(44)} | ------: | ------: |`);
  for (const { name, query } of SPANS) {
    await time(`GET /merchant/overview, ${name}`, () => ask(app, `/merchant/overview?${query}`));
    await time(`GET /merchant/analytics, ${name}`, () => ask(app, `/merchant/analytics?${query}`));
    const reference = () => addUpWithoutSums(pool, app.ctx.tenant.id, query);
    await time(`reference: adding up transactions, ${name}`, reference, Math.min(ROUNDS, 3));
  }
  await time("reference: GET /merchant/wallet", () => ask(app, "/merchant/wallet"));
}

async function catchUp({ services }: MoneyApp): Promise<void> {
  const began = performance.now();
  const added = await catchUpRollups(services);
  const took = (performance.now() - began) / 1_000;
  const rate = Math.round(Number(added) / took).toLocaleString("en");
  say(
    `Catching up: ${added.toLocaleString("en")} transactions added to their days in ${took.toFixed(1)} s, ${rate} a second.`,
  );
}

async function ask(app: MoneyApp, path: string): Promise<void> {
  const { status, body } = await app.call("GET", path);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  const credits = body.data.days?.reduce((sum: number, day: { creditCount: number }) => sum + day.creditCount, 0);
  if (credits === 0) throw new Error(`${path}: there are no credits, so nothing was measured`);
}

/** The query of the overview without daily sums. */
async function addUpWithoutSums(pool: LedgerHarness["pool"], tenant: number, query: string): Promise<void> {
  const span = new URLSearchParams(query);
  await pool.query(
    `select (at at time zone 'Africa/Lagos')::date as day, kind, count(*), sum(amount) from transactions
     where tenant = $1 and status = 'success' and at >= $2::date - interval '1 hour' and at < $3::date + interval '23 hours'
     group by 1, 2`,
    [tenant, span.get("startDate"), span.get("endDate")],
  );
}

async function time(name: string, work: () => Promise<void>, rounds = ROUNDS): Promise<void> {
  const times: number[] = [];
  await work();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const sorted = times.sort((left, right) => left - right);
  const [middle, slow] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
  say(`| ${name.padEnd(44)} | ${middle.toFixed(1).padStart(7)} | ${slow.toFixed(1).padStart(7)} |`);
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}
