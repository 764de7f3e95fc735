import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../scripts/system/ports.ts";
import { prepareFuzz } from "../service/testing/fuzz/fuzz-material.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { createDatabase } from "./support/database.ts";
import { fuzzDocument } from "./support/fuzz-document.ts";

// Sends calls that are generated from /openapi.json to a service process, and compares status and body of each answer with the document.
// `FUZZ_SEED` repeats a run, `FUZZ_REQUESTS` sets its length.
const calls = Number(process.env.FUZZ_REQUESTS ?? 15_000);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9);
const SHOWN = 20;

const database = await createDatabase("bench_openapi");
const prepared = await prepareFuzz(database.url);
const port = await findFreePort();
const service = await startServiceProcess(database.url, port);
// The service reads the limits when it starts.
await sleep(500);

console.log(`openapi: seed ${seed}, at least ${calls} calls`);
const result = await fuzzDocument({ address: service.address, calls, seed, material: prepared.material });
const statuses = [...result.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
console.log(`${result.sent} calls of ${result.operations} operations  ${statuses.join("  ")}`);
console.log(`${result.untouched.length} operations without a success: ${result.untouched.join(", ")}`);
console.log(
  `mismatches: ${result.mismatches.length}, of them 5xx: ${result.mismatches.filter(({ is5xx }) => is5xx).length}`,
);
for (const { text } of result.mismatches.slice(0, SHOWN)) console.error(text);
if (result.mismatches.length > 0) process.exitCode = 1;

await service.stop();
await prepared.close();
await database.drop();
