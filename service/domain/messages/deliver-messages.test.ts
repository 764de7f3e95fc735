import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimDueMessages } from "../../db/messages/messages.ts";
import { inTransaction } from "../../db/pool.ts";
import { type Message, MessageRefused, type Messenger } from "../../providers/messenger.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import type { Services } from "../context.ts";
import { deliverMessages } from "./deliver-messages.ts";
import { createDevelopmentOutbox, readDevelopmentOutbox } from "./development-outbox.ts";
import { purgeMessages } from "./purge-messages.ts";
import { queueMessage } from "./queue-message.ts";

const database = useTestDatabase();
const clock: TestClock = testClock();
let services: Services;
let sent: Message[];
let behave: (message: Message) => void | Promise<void>;

beforeAll(() => {
  const recorder: Messenger = {
    async send(message) {
      await behave(message);
      sent.push(message);
    },
  };
  const basis = testServices(database, { clock });
  services = { ...basis, providers: { ...basis.providers, email: recorder, sms: recorder } };
});
beforeEach(async () => {
  sent = [];
  behave = () => undefined;
  await database.pool.query("truncate messages, development_outbox");
});
afterAll(() => services.committer.close());

const mail = {
  tenant: { id: 1 },
  channel: "email",
  to: "ada@customer.example",
  subject: "Hello",
  text: "The code is 123456.",
} as const;
const hour = () => new Date(clock.now().getTime() + 3_600_000);
const queue = (overrides: object = {}) =>
  inTransaction(services.db, (tx) => queueMessage(tx, services, { ...mail, goodUntil: hour(), ...overrides }));

async function stored() {
  const { rows } = await database.pool.query("select t::text as row, failure, attempts, sealed from messages t");
  return rows;
}

describe("a queued message", () => {
  test("is sent when its transaction commits, is unreadable until then, and is forgotten afterwards", async () => {
    await queue();
    expect(JSON.stringify(await stored())).not.toMatch(/ada@|123456/);
    expect(await deliverMessages(services)).toEqual({ sent: 1, postponed: 0, failed: 0 });
    expect(sent).toEqual([{ id: expect.any(String), to: mail.to, subject: mail.subject, text: mail.text }]);
    expect(await stored()).toEqual([]);
  });

  test("to a sandbox customer goes to the outbox and to no provider", async () => {
    await queue({ channel: "sms", to: "+2348012345678", isSandbox: true });
    expect(await deliverMessages(services)).toEqual({ sent: 1, postponed: 0, failed: 0 });
    expect(sent).toEqual([]);
    expect(await readDevelopmentOutbox(services, "08012345678")).toMatchObject([{ channel: "sms", text: mail.text }]);
  });

  test("is never sent when its transaction rolls back", async () => {
    const transaction = inTransaction(services.db, async (tx) => {
      await queueMessage(tx, services, { ...mail, goodUntil: hour() });
      throw new Error("the cause failed");
    });
    await expect(transaction).rejects.toThrow("the cause failed");
    expect(await deliverMessages(services)).toEqual({ sent: 0, postponed: 0, failed: 0 });
  });

  test("is retried under the same ID until it is accepted", async () => {
    const ids = new Set<string>();
    behave = ({ id }) => {
      ids.add(id);
      throw new Error("try later");
    };
    await queue();
    expect(await deliverMessages(services)).toEqual({ sent: 0, postponed: 1, failed: 0 });
    expect(await deliverMessages(services)).toEqual({ sent: 0, postponed: 0, failed: 0 });
    clock.advance(2_000);
    expect(await deliverMessages(services)).toMatchObject({ postponed: 1 });
    clock.advance(9_000);
    expect(await deliverMessages(services)).toMatchObject({ postponed: 0 });
    behave = ({ id }) => void ids.add(id);
    clock.advance(1_000);
    expect(await deliverMessages(services)).toMatchObject({ sent: 1 });
    expect(ids.size).toBe(1);
  });

  test("is given up when refused or too late: the reason stays, the text is deleted", async () => {
    behave = () => {
      throw new MessageRefused("SMTP status 550");
    };
    await queue();
    await queue({ goodUntil: clock.now() });
    expect(await deliverMessages(services)).toEqual({ sent: 0, postponed: 0, failed: 2 });
    expect((await stored()).map(({ failure, sealed }) => [failure, sealed]).sort()).toEqual([
      ["SMTP status 550", null],
      ["not delivered in time", null],
    ]);
    expect(await deliverMessages(services)).toMatchObject({ failed: 0 });
    clock.advance(31 * 86_400_000);
    expect(await purgeMessages(services)).toMatchObject({ failed: 2 });
  });

  test("is sent once by many workers, and none of many is missed", async () => {
    for (let n = 0; n < 50; n += 1) await queue({ subject: `Number ${n}` });
    behave = () => new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all(Array.from({ length: 4 }, () => deliverMessages(services)));
    expect(new Set(sent.map(({ subject }) => subject)).size).toBe(50);
    expect(sent).toHaveLength(50);
  });

  test("claimed by another worker is neither waited for nor claimed twice", async () => {
    for (let n = 0; n < 3; n += 1) await queue();
    const claim = { now: clock.now(), leaseUntil: hour(), limit: 2, after: null };
    const [one, two] = await inTransaction(services.db, async (tx) => [
      await claimDueMessages(tx, claim),
      await claimDueMessages(services.db, claim),
    ]);
    expect([one.length, two.length]).toEqual([2, 1]);
    expect(new Set([...one, ...two].map(({ id }) => id)).size).toBe(3);
  });

  test("of a dead worker is taken over when the lease ends", async () => {
    await queue();
    const dying = Promise.withResolvers<void>();
    behave = () => dying.promise;
    const lost = deliverMessages(services);
    await expect.poll(async () => (await stored())[0].attempts).toBe(1);
    behave = () => undefined;
    expect(await deliverMessages(services)).toMatchObject({ sent: 0 });
    clock.advance(120_000);
    expect(await deliverMessages(services)).toMatchObject({ sent: 1 });
    dying.reject(new Error("gone"));
    expect(await lost).toMatchObject({ postponed: 1 });
    expect(await stored()).toEqual([]);
  });
});

test("a worker that stops sends what it has in hand and leaves the rest due", async () => {
  for (let n = 0; n < 20; n += 1) await queue({ tenant: { id: n + 1 } });
  const stopping = new AbortController();
  behave = () => stopping.abort();
  expect(await deliverMessages(services, stopping.signal)).toEqual({ sent: 16, postponed: 0, failed: 0 });
  expect(await deliverMessages(services)).toEqual({ sent: 4, postponed: 0, failed: 0 });
});

describe("tenants take turns", () => {
  test.each([
    ["mail of another tenant", { channel: "email", tenant: { id: 2 } }],
    ["text message of another tenant", { channel: "sms", tenant: { id: 2 } }],
    ["mail to a person outside any tenant", { channel: "email", tenant: null }],
  ] as const)("the messages of one that wait first delay no %s", async (_, { channel, tenant }) => {
    for (let n = 0; n < 40; n += 1) await queue({ channel, to: "busy" });
    clock.advance(1);
    await queue({ channel, tenant, to: "calm" });
    expect(await deliverMessages(services)).toMatchObject({ sent: 41 });
    expect(sent.slice(0, 16).map(({ to }) => to)).toContain("calm");
  });

  test("also when more tenants wait than messages are sent at the same time", async () => {
    for (let tenant = 1; tenant <= 20; tenant += 1) {
      for (let n = 0; n < 3; n += 1) await queue({ tenant: { id: tenant }, to: `tenant ${tenant}` });
      clock.advance(1);
    }
    expect(await deliverMessages(services)).toMatchObject({ sent: 60 });
    expect(new Set(sent.slice(0, 32).map(({ to }) => to)).size).toBe(20);
    expect(new Set(sent.slice(0, 16).map(({ to }) => to)).size).toBe(16);
  });
});

test("the development outbox lists messages newest first, by any notation of the addressee, for two days", async () => {
  const [sms, email] = [createDevelopmentOutbox(services, "sms"), createDevelopmentOutbox(services, "email")];
  const message = { id: services.ids.next(), to: "+2348010000001", subject: "unused", text: "First" };
  await sms.send(message);
  await sms.send(message);
  clock.advance(1_000);
  await sms.send({ ...message, id: services.ids.next(), text: "Second" });
  await email.send({ id: services.ids.next(), to: "Ada@Customer.example", subject: "Hello", text: "Third" });
  for (const to of ["08010000001", "+234 801 000 0001", " 2348010000001"]) {
    const texts = (await readDevelopmentOutbox(services, to)).map(({ text }) => text);
    expect(texts, to).toEqual(["Second", "First"]);
  }
  expect(await readDevelopmentOutbox(services, "ada@customer.example")).toMatchObject([
    { channel: "email", to: "ada@customer.example", subject: "Hello", text: "Third" },
  ]);
  expect(await readDevelopmentOutbox(services, undefined)).toHaveLength(3);
  clock.advance(2 * 86_400_000 + 1);
  expect(await purgeMessages(services)).toMatchObject({ outbox: 3 });
});
