import { expect, it } from "vitest";
import { inTransaction } from "../db/pool.ts";
import { queueMessage } from "../domain/messages/queue-message.ts";
import { createWorkerMetrics } from "../http/monitoring/worker-metrics.ts";
import { testClock } from "../testing/clock.ts";
import { testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { deliverQueuedMessages } from "./deliver-messages.ts";

const database = useTestDatabase();

it("counts what comes of mails, and shows each outcome before the first of it", async () => {
  const clock = testClock();
  const basis = testServices(database, { clock });
  let isAway = true;
  const email = { send: () => (isAway ? Promise.reject(new Error("try later")) : Promise.resolve()) };
  const services = { ...basis, providers: { ...basis.providers, email } };
  const metrics = createWorkerMetrics();
  const run = () => deliverQueuedMessages(metrics.countMessages).run(services, new AbortController().signal);
  const counts = async () => (await metrics.text()).match(/(?<=^message_sends_total).*/gm);
  expect(await counts()).toEqual(['{outcome="sent"} 0', '{outcome="postponed"} 0', '{outcome="failed"} 0']);

  const goodUntil = new Date(clock.now().getTime() + 3_600_000);
  const mail = {
    tenant: null,
    channel: "email",
    to: "ada@customer.example",
    subject: "Hello",
    text: "123456",
  } as const;
  await inTransaction(services.db, (tx) => queueMessage(tx, services, { ...mail, goodUntil }));
  await run();
  expect(await counts()).toEqual(['{outcome="sent"} 0', '{outcome="postponed"} 1', '{outcome="failed"} 0']);
  clock.advance(2_000);
  isAway = false;
  await run();
  expect(await counts()).toEqual(['{outcome="sent"} 1', '{outcome="postponed"} 1', '{outcome="failed"} 0']);
  await services.committer.close();
});
