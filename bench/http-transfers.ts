import { ratioLine } from "../scripts/testing/bench-results.ts";
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
    "whole path: key, validation, rules, ledger, audit facts, kept answer to a new Idempotency-Key.",
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
const overHttp = (callers: number) => rateOf(rows, "transfer over HTTP", callers);
const most = rateOf(rows, "bare floor", CALLERS);
say(ratioLine("HTTP / floor at 1", overHttp(1) / rateOf(rows, "bare floor", 1), 0.5));
say(ratioLine(`HTTP / floor at ${CALLERS}`, overHttp(CALLERS) / most, 1));
say(ratioLine(`HTTP at 256 / floor at ${CALLERS}`, overHttp(256) / most, 1.2));
say(ratioLine("two service processes / one", rateOf(rows, "the same on two", CALLERS) / overHttp(CALLERS), 1));
say(`Processor time per transfer at ${CALLERS} connections:`);
const whole = http.designs.find(({ callers }) => callers === CALLERS);
if (!whole) throw new Error("transfers over HTTP are measured");
const ofFloor = await processorTimeOf(bare, http);
say(`  ${bare.name}: ${ofFloor.text}`);
const ofTransfer = await processorTimeOf(whole, http);
say(`  ${whole.name}: ${ofTransfer.text}`);
say(ratioLine("processor time of service and PostgreSQL / all of the floor", ofTransfer.served / ofFloor.together, 1));
await http.close();
await floor.close();

/** CPU time per transfer by process, in µs. When all cores are busy, the sum limits the rate. `served`: without the load generator. */
async function processorTimeOf(design: Design, setup: HttpSetup) {
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
  let [together, served] = [0, 0];
  for (const [who, pids] of Object.entries(await setup.pids())) {
    // A connection opened in between starts at zero.
    const seconds = [...cpuSecondsOf(pids)].reduce((sum, [pid, now]) => sum + now - (before.get(pid) ?? 0), 0);
    const microseconds = (seconds / done) * 1_000_000;
    shares.push(`${who} ${microseconds.toFixed(0)} µs`);
    together += microseconds;
    if (who !== "generator") served += microseconds;
  }
  const log = (((await setup.wal()) - wal) / done).toFixed(0);
  return {
    text: `${shares.join(", ")}, together ${together.toFixed(0)} µs; write-ahead log ${log} B`,
    together,
    served,
  };
}
