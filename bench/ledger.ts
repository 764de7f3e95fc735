import { openEngine } from "./support/engine.ts";
import { openFloor } from "./support/floor.ts";
import { type Measured, measureInTurn, tableOf } from "./support/measure.ts";
import { openNaive } from "./support/naive.ts";

// Runs all designs in one process with the same server and cores, so only the ratios are meaningful (ledger 1).
const CALLERS = 64;
const WALLETS = Number(process.env.BENCH_WALLETS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = 3;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function rateOf(rows: readonly Measured[], name: string, callers = CALLERS): number {
  return rows.find((row) => row.name.startsWith(name) && row.callers === callers)?.perSecond ?? Number.NaN;
}

const options = { wallets: WALLETS, callers: CALLERS };
say(`Ledger: ${WALLETS.toLocaleString("en")} wallets, the median of ${ROUNDS} rounds of ${SECONDS} s each.`);
const setups = [await openFloor(options), await openNaive(options), await openEngine(options)];
const rows = await measureInTurn(
  setups.flatMap((setup) => setup.designs),
  { rounds: ROUNDS, seconds: SECONDS },
);
for (const setup of setups) await setup.close();

say(tableOf(rows));
say(`engine / floor: ${(rateOf(rows, "engine") / rateOf(rows, "bare floor: begin")).toFixed(1)} (aim 2)`);
say(`engine / floor in one round trip: ${(rateOf(rows, "engine") / rateOf(rows, "bare floor: the same")).toFixed(1)}`);
const signed = rateOf(rows, "engine, with its call") / rateOf(rows, "engine, the same without");
say(`with / without authentication codes: ${signed.toFixed(3)} (aim 0.97)`);
say(`engine / naive: ${(rateOf(rows, "engine") / rateOf(rows, "naive")).toFixed(1)} (aim 20)`);
