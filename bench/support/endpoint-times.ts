import { type MoneyApp, openMoneyApp } from "../../service/testing/apps/money-app.ts";
import { catchUpRollups } from "../../service/testing/catch-up-rollups.ts";
import { type LedgerHarness, openLedgerHarness } from "../../service/testing/ledger/ledger-harness.ts";
import { createDatabase } from "./database.ts";
import { type LoadedDays, loadTransactions } from "./load-transactions.ts";

/** A merchant with many transactions, behind the whole service except the socket. */
export type LoadedMerchant = { app: MoneyApp; pool: LedgerHarness["pool"]; size: number };

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Loads a merchant for each size of `BENCH_TRANSACTIONS` (1,000,000 and 10,000,000 unless it is set), adds everything up as the worker does,
 * and calls `measure`.
 */
export async function withLoadedMerchants(
  name: string,
  spread: LoadedDays,
  measure: (merchant: LoadedMerchant) => Promise<void>,
): Promise<void> {
  const sizes = (process.env.BENCH_TRANSACTIONS ?? "1000000,10000000").split(",").map(Number);
  for (const size of sizes) {
    const database = await createDatabase(name);
    const harness = await openLedgerHarness(database.url, { wallets: 1, each: 1n });
    const app = await openMoneyApp({ pool: harness.pool, url: database.url });
    try {
      const { pool } = harness;
      say(`\n${name}: ${size.toLocaleString("en")} transactions over ${spread.days} days.`);
      const began = performance.now();
      await loadTransactions(pool, { tenant: app.ctx.tenant.id, count: size, spread, say });
      // The loader writes journal numbers beyond the sequence that the sums follow.
      await pool.query("select setval('journal_ids', (select coalesce(max(journal), 1) from transactions))");
      say(`Loaded in ${((performance.now() - began) / 1_000).toFixed(0)} s.`);
      await sayRate("Added to their days", async () => Number(await catchUpRollups(app.services)));
      await measure({ app, pool, size });
    } finally {
      await app.close();
      await harness.close();
      await database.drop();
    }
  }
}

/** `work` returns how many transactions it added up. */
export async function sayRate(what: string, work: () => Promise<number>): Promise<void> {
  const began = performance.now();
  const added = await work();
  const took = (performance.now() - began) / 1_000;
  const rate = Math.round(added / took).toLocaleString("en");
  say(`${what}: ${added.toLocaleString("en")} transactions in ${took.toFixed(1)} s, ${rate} a second.`);
}

/** Returns the answer's data. */
export async function askMerchant({ app }: LoadedMerchant, path: string) {
  const { status, body } = await app.call("GET", path);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body.data;
}

/**
 * Begins a table; each call of the result measures one row, after one call to warm up. Ratios to the median of the first row, a reading of
 * one record, stay comparable on a machine that is not quiet. `goalMs` is the highest p95.
 */
export async function startTimes(merchant: LoadedMerchant, rounds: number, goalMs = Number.POSITIVE_INFINITY) {
  say(`| ${"what".padEnd(44)} |  p50 ms |  p95 ms |  max ms | to wallet |`);
  say(`| ${"-".repeat(44)} | ------: | ------: | ------: | --------: |`);
  let floor: number | undefined;
  const time = async (name: string, work: () => Promise<unknown>, ownRounds = rounds): Promise<void> => {
    const times: number[] = [];
    await work();
    for (let round = 0; round < ownRounds; round += 1) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    const sorted = times.sort((left, right) => left - right);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const [p50, p95, max] = [at(0.5), at(0.95), at(1)];
    floor ??= p50;
    const figures = [p50, p95, max].map((ms) => ms.toFixed(1).padStart(7)).join(" | ");
    const verdict = p95 > goalMs ? ` above ${goalMs} ms` : "";
    say(`| ${name.padEnd(44)} | ${figures} | ${(p50 / floor).toFixed(1).padStart(9)} |${verdict}`);
  };
  await time("reference: GET /merchant/wallet", () => askMerchant(merchant, "/merchant/wallet"));
  return time;
}
