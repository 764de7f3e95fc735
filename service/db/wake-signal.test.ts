import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { insertOutboxRow } from "./ledger/outbox.ts";
import { inTransaction, onOutboxCommitted } from "./pool.ts";
import { createWakeSignal, listenForWork } from "./wake-signal.ts";

const database = useTestDatabase();
const heard = vi.fn();
let listening: ReturnType<typeof listenForWork>;
beforeAll(async () => {
  onOutboxCommitted(database.pool, createWakeSignal(database.pool).send);
  listening = listenForWork({ url: database.url, onSignal: heard });
  // The listener asks once when it connects.
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 20_000);
});
afterAll(() => listening.close());

const outboxRow = () =>
  ({ tenant: 1, kind: "customer.created", objectId: crypto.randomUUID(), at: new Date() }) as const;

it("a committed outbox record sends a signal, a rolled-back one does not", async () => {
  heard.mockClear();
  const lost = inTransaction(database.pool, async (tx) => {
    await insertOutboxRow(tx, outboxRow());
    throw new Error("rolled back");
  });
  await expect(lost).rejects.toThrow("rolled back");
  await inTransaction(database.pool, (tx) => tx.query("select 1"));
  await sleep(60);
  expect(heard).not.toHaveBeenCalled();
  await inTransaction(database.pool, (tx) => insertOutboxRow(tx, outboxRow()));
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 20_000);
});

it("a burst sends one signal and one more", async () => {
  await sleep(60);
  heard.mockClear();
  const signal = createWakeSignal(database.pool);
  for (let n = 0; n < 500; n += 1) signal.send();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), 20_000);
  await sleep(60);
  expect(heard).toHaveBeenCalledTimes(2);
});

it("a listener reconnects after a lost connection and signals once", async () => {
  heard.mockClear();
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wallet-wake-signal' and datname = current_database()",
  );
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 20_000);
  createWakeSignal(database.pool).send();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), 20_000);
});
