import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { FUZZ_FAILURES, fuzz } from "../testing/fuzz/fuzz.ts";
import { createFuzzMaterial } from "../testing/fuzz/fuzz-material.ts";
import { buildApp } from "./app.ts";

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const database = useTestDatabase();

it(`answers ${REQUESTS} generated requests without a 5xx, seed ${SEED}`, async () => {
  const services = testServices(database);
  const app = buildApp(services, { checkReplies: false });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const result = await fuzz({ port, seed: SEED, requests: REQUESTS, material: await createFuzzMaterial(services) });
  expect(result.failures.slice(0, FUZZ_FAILURES), `FUZZ_SEED=${SEED}`).toEqual([]);
  // Otherwise the generator tests the checks of access only.
  expect(result.accepted).toBeGreaterThan(REQUESTS / 6);
  const refused = [401, 403].reduce((sum, status) => sum + (result.statuses.get(status) ?? 0), 0);
  expect(refused).toBeGreaterThan(REQUESTS / 100);
  expect(refused).toBeLessThan(REQUESTS / 12);
  await app.close();
  await services.committer.close();
});
