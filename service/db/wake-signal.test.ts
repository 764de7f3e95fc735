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

const cause = () => ({ tenant: 1, kind: "customer.created", objectId: crypto.randomUUID(), at: new Date() }) as const;

it("a committed cause is heard, a rolled-back one is not", async () => {
  heard.mockClear();
  const lost = inTransaction(database.pool, async (tx) => {
    await insertOutboxRow(tx, cause());
    throw new Error("rolled back");
  });
  await expect(lost).rejects.toThrow("rolled back");
  await inTransaction(database.pool, (tx) => tx.query("select 1"));
  await sleep(60);
  expect(heard).not.toHaveBeenCalled();
  await inTransaction(database.pool, (tx) => insertOutboxRow(tx, cause()));
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 20_000);
});

it("a burst is one signal and one more", async () => {
  await sleep(60);
  heard.mockClear();
  const signal = createWakeSignal(database.pool);
  for (let n = 0; n < 500; n += 1) signal.send();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), 20_000);
  await sleep(60);
  expect(heard).toHaveBeenCalledTimes(2);
});

it("a listener whose connection is cut connects again, and asks for what it missed", async () => {
  heard.mockClear();
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wallet-wake-signal' and datname = current_database()",
  );
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 20_000);
  createWakeSignal(database.pool).send();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), 20_000);
});
