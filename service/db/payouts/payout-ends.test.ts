import { afterEach, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { createPayoutEnds, listenForPayoutEnds, type PayoutEnds } from "./payout-ends.ts";

const database = useTestDatabase({ template: false });
const listening: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(listening.splice(0).map((one) => one.close()));
});

/** A process that listens; resolves once it does. */
async function openProcess(): Promise<PayoutEnds> {
  const ends = createPayoutEnds(database.pool);
  const connected = ends.wait("connected", 60_000);
  listening.push(listenForPayoutEnds({ url: database.url, ends }));
  await connected;
  return ends;
}

// Longer than a test may take: only an announcement ends these waits in time.
const LONG_MS = 600_000;

it("wakes each caller that waits for an ended payout, in every process, and nobody else", async () => {
  const [service, other] = [await openProcess(), await openProcess()];
  const worker = createPayoutEnds(database.pool);
  const ids = Array.from({ length: 450 }, () => crypto.randomUUID());
  let isWoken = false;
  void other.wait(crypto.randomUUID(), LONG_MS).then(() => {
    isWoken = true;
  });
  const waiting = [...ids.map((id) => service.wait(id, LONG_MS)), ...ids.map((id) => other.wait(id, LONG_MS))];
  for (const id of ids) worker.announce(id);
  await Promise.all(waiting);
  expect(isWoken).toBe(false);
});

it("ends the wait without an announcement, and wakes all after a new connection", async () => {
  const service = await openProcess();
  await service.wait("never announced", 5);
  const waiting = service.wait("missed", LONG_MS);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wallet-payout-ends' and datname = current_database()",
  );
  await waiting;
});
