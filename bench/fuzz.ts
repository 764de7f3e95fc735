import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../scripts/system/ports.ts";
import { FUZZ_FAILURES, fuzz } from "../service/testing/fuzz/fuzz.ts";
import { prepareFuzz } from "../service/testing/fuzz/fuzz-material.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { createDatabase } from "./support/database.ts";

// Sends generated requests to a service process: no answer may be 5xx or take more than a second, and the event loop must stay free.
// `FUZZ_SEED` repeats a run, `FUZZ_REQUESTS` sets its length.
const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9);
const MS_MAX = 1_000;
const DELAY_P99_MS_MAX = 100;

const database = await createDatabase("bench_fuzz");
const prepared = await prepareFuzz(database.url);
const port = await findFreePort();
const service = await startServiceProcess(database.url, port);
// The service reads the limits when it starts.
await sleep(500);

console.log(`fuzz: seed ${seed}, ${requests} requests, load ${loadavg()[0]?.toFixed(1)}`);
await delays();
const { statuses, accepted, failures, times, slowest } = await fuzz({
  port,
  seed,
  requests,
  material: prepared.material,
});
const delay = await delays();
const longest = times.at(-1) ?? 0;
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join("  "),
);
console.log(`accepted ${accepted}; answers p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${longest.toFixed(0)} ms`);
console.log(
  `event loop delay p99 ${delay.p99.toFixed(0)} ms, longest ${delay.max.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
);
for (const failure of failures.slice(0, FUZZ_FAILURES)) console.error(failure);
for (const { ms, request } of slowest.slice(0, 5)) console.log(`${ms.toFixed(0)} ms: ${request}`);
if (failures.length > 0 || longest > MS_MAX || delay.p99 > DELAY_P99_MS_MAX) process.exitCode = 1;

await service.stop();
await prepared.close();
await database.drop();

function at(share: number): string {
  return (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
}

/** The delay of the service's event loop since the last call, in milliseconds. */
async function delays(): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`${service.address}/metrics`)).text();
  const read = (quantile: string) =>
    Number(new RegExp(`event_loop_delay_seconds\\{quantile="${quantile}"\\} (\\S+)`).exec(text)?.[1] ?? Number.NaN) *
    1_000;
  return { p99: read("0.99"), max: read("1") };
}
