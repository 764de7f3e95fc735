import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { systemClock } from "../../../clock.ts";
import { openPool } from "../../../db/pool.ts";
import { testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { readQueue } from "./read-queue.ts";

const database = useTestDatabase();
const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

it("the wait for a connection is no gap of the clocks, and a wrong clock is one", async () => {
  const services = testServices(database, { clock: systemClock });
  const db = openPool({ url: database.url, max: 1, applicationName: "read-queue-test" });
  closing.push(
    () => services.committer.close(),
    () => db.end(),
  );
  const busy = await db.connect();
  const waiting = readQueue({ ...services, db });
  await pause(500);
  busy.release();
  expect(Math.abs((await waiting).clockGapSeconds)).toBeLessThan(0.25);
  const late = { now: () => new Date(Date.now() - 60_000) };
  expect((await readQueue({ ...services, clock: late })).clockGapSeconds).toBeGreaterThan(50);
});
