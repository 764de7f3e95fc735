import { cpuSecondsOf } from "./support/cpu-time.ts";
import { openFloor } from "./support/floor.ts";
import { type HttpSetup, openHttp } from "./support/http-harness.ts";
import { type Design, type Measured, measureInTurn, tableOf } from "./support/measure.ts";

// Load generator, service, PostgreSQL and the baseline share the machine's cores, so only the ratios are meaningful
// (ledger 1).
const CALLERS = 64;
const WALLETS = Number(process.env.BENCH_WALLETS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function rateOf(rows: readonly Measured[], name: string, callers: number): number {
  return rows.find((row) => row.name.startsWith(name) && row.callers === callers)?.perSecond ?? Number.NaN;
}

say(
  `Transfers over HTTP: ${WALLETS.toLocaleString("en")} wallets, the median of ${ROUNDS} rounds of ${SECONDS} s each; ` +
    "whole path: key, validation, rules, ledger, audit row, kept answer to a new Idempotency-Key.",
);
const floor = await openFloor({ wallets: WALLETS, callers: CALLERS });
const http = await openHttp({ wallets: WALLETS });
const [bare] = floor.designs;
if (!bare) throw new Error("there is a floor");
const rows = await measureInTurn([{ ...bare, callers: 1 }, bare, ...http.designs], {
  rounds: ROUNDS,
  seconds: SECONDS,
});
say(tableOf(rows));
for (const callers of [1, CALLERS]) {
  const ratio = rateOf(rows, "transfer over HTTP", callers) / rateOf(rows, "bare floor", callers);
  say(`HTTP / floor at ${callers}: ${ratio.toFixed(2)}${callers === CALLERS ? " (aim 1.0)" : ""}`);
}
say(`Processor time per transfer at ${CALLERS} connections:`);
for (const design of [bare, http.designs.find(({ callers }) => callers === CALLERS)]) {
  if (design) say(`  ${design.name}: ${await processorTimeOf(design, http)}`);
}
await http.close();
await floor.close();

/** CPU time per transfer by process. When all cores are busy, the sum limits the rate. */
async function processorTimeOf(design: Design, setup: HttpSetup): Promise<string> {
  let done = 0;
  const counted: Design = {
    ...design,
    async work(caller) {
      await design.work(caller);
      done += 1;
    },
  };
  const before = cpuSecondsOf(Object.values(await setup.pids()).flat());
  const wal = await setup.wal();
  await measureInTurn([counted], { rounds: 1, seconds: SECONDS });
  const shares: string[] = [];
  let together = 0;
  for (const [who, pids] of Object.entries(await setup.pids())) {
    // A connection opened in between starts at zero.
    const seconds = [...cpuSecondsOf(pids)].reduce((sum, [pid, now]) => sum + now - (before.get(pid) ?? 0), 0);
    const microseconds = (seconds / done) * 1_000_000;
    shares.push(`${who} ${microseconds.toFixed(0)} µs`);
    together += microseconds;
  }
  return `${shares.join(", ")}, together ${together.toFixed(0)} µs; write-ahead log ${(((await setup.wal()) - wal) / done).toFixed(0)} B`;
}
