import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import Fastify, { type FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createLargeBodyPlaces } from "./large-body-places.ts";
import { readJsonBodies } from "./read-body.ts";

const reply = () => Object.assign(new EventEmitter(), { destroyed: false, writableEnded: false });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Begins the bodies in order; `begun` grows as they get their places. */
function begin(places: ReturnType<typeof createLargeBodyPlaces>, holders: readonly number[]) {
  const begun: number[] = [];
  const replies = holders.map((holder, n) => {
    const one = reply();
    void places.begin(holder, one).then(
      () => begun.push(n),
      () => begun.push(-n),
    );
    return one;
  });
  return { begun, replies };
}

it("lets a few large bodies of a merchant be in work, in order, and those of another one beside them", async () => {
  const places = createLargeBodyPlaces();
  const busy = begin(places, [1, 1, 1, 1, 1, 1]);
  const calm = begin(places, [2]);
  await turn();
  expect([busy.begun, calm.begun]).toEqual([[0, 1, 2, 3], [0]]);
  busy.replies[2]?.emit("finish");
  await turn();
  expect(busy.begun).toEqual([0, 1, 2, 3, 4]);
  busy.replies[0]?.emit("close");
  await turn();
  expect(busy.begun).toEqual([0, 1, 2, 3, 4, 5]);
});

it("lets 16 large bodies of all merchants be in work, in order, and the next one when one is answered", async () => {
  const places = createLargeBodyPlaces();
  const holders = Array.from({ length: 20 }, (_, n) => Math.floor(n / 3));
  const { begun, replies } = begin(places, holders);
  const first = Array.from({ length: 16 }, (_, n) => n);
  await turn();
  expect(begun).toEqual(first);
  // The caller of 17 leaves while it waits; that of 3 has its answer, but reads it slowly.
  replies[17]?.emit("close");
  for (const n of [3, 3, 4]) places.answered(replies[n] ?? reply());
  await turn();
  expect(begun).toEqual([...first, -17, 16, 18]);
  replies[3]?.emit("finish");
  replies[5]?.emit("close");
  await turn();
  expect(begun).toEqual([...first, -17, 16, 18, 19]);
});

it("lets bodies that wait for a bank keep no place from those of the books", async () => {
  const places = createLargeBodyPlaces();
  for (let n = 0; n < 17; n += 1) void places.begin(n, reply(), "banks");
  const books = begin(places, [20]);
  await turn();
  expect(books.begun).toEqual([0]);
});

it("gives the place of a large body that is no JSON back, before its answer is sent", async () => {
  const app = Fastify();
  let hasLeft = false;
  readJsonBodies(app);
  app.addHook("onRequest", async (request) => {
    request.beginLargeBody = async () => () => {
      hasLeft = true;
    };
  });
  const hadLeft: boolean[] = [];
  app.addHook("onSend", async () => {
    hadLeft.push(hasLeft);
  });
  app.post("/", async () => ({}));
  const post = (payload: string) => {
    return app.inject({ method: "POST", url: "/", headers: { "content-type": "application/json" }, payload });
  };
  const list = `["${"x".repeat(200_000)}"]`;
  expect((await post(list)).statusCode).toBe(200);
  expect((await post(`${list}}`)).statusCode).toBeGreaterThanOrEqual(400);
  expect(hadLeft).toEqual([false, true]);
});

it("lets bodies that still arrive keep no place from other merchants", async () => {
  const places = createLargeBodyPlaces();
  const arriving = Array.from({ length: 40 }, (_, n) => {
    const request = {
      address: `address ${n}`,
      headers: { "content-length": "100000" },
      routeOptions: { config: {} },
    };
    return places.admit(request as unknown as FastifyRequest, reply());
  });
  await Promise.all(arriving);
  const { begun } = begin(places, [1]);
  await turn();
  expect(begun).toEqual([0]);
});

describe("many large bodies of one merchant at the same time", () => {
  const database = useTestDatabase({ connections: 8 });
  let money: MoneyApp;
  beforeAll(async () => {
    money = await openMoneyApp(database);
  });
  afterAll(() => money.close());

  // The last item is malformed, so each is read, checked and refused.
  const items = Array.from({ length: 1_000 }, (_, n) => ({ customerId: "nobody", amount: n === 999 ? 2.5 : 10 }));
  const body = JSON.stringify({ transactions: items, batchReference: "x".repeat(65_536) });

  type Body = { payload: string | Readable; headers: Record<string, string> };
  const whole = (): Body => ({ payload: body, headers: {} });
  const inChunks = (): Body => ({ payload: Readable.from([body]), headers: { "transfer-encoding": "chunked" } });
  const send = async ({ payload, headers }: Body) => {
    const url = "/v1/wallet/batch-credit-customer-wallet";
    const all = { authorization: money.authorization, "content-type": "application/json", ...headers };
    return await money.app.inject({ method: "POST", url, payload, headers: all });
  };

  it.each([
    ["of a known length", whole],
    ["in chunks", inChunks],
  ])("%s wait, and beyond that they are refused before they are parsed", async (_, make) => {
    expect((await send(whole())).statusCode).toBe(400);
    // Each has its place when its body is read.
    const reading: Promise<void>[] = [];
    const arriving = Array.from({ length: 4 }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      reading.push(promise);
      return new Readable({ read: () => resolve() });
    });
    const length = String(Buffer.byteLength(body));
    const held = arriving.map((payload) => send({ payload, headers: { "content-length": length } }));
    await Promise.all(reading);
    const early: Awaited<ReturnType<typeof send>>[] = [];
    const others = Array.from({ length: 71 }, () =>
      send(make()).then((reply) => {
        early.push(reply);
        return reply;
      }),
    );
    await vi.waitFor(() => expect(early).toHaveLength(7), 10_000);
    for (const { statusCode, headers, body: text } of early) {
      expect([statusCode, headers["retry-after"], JSON.parse(text).code]).toEqual([429, "5", "rate_limited"]);
    }
    for (const payload of arriving) for (const part of [body, null]) payload.push(part);
    const statuses = (await Promise.all([...held, ...others])).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(68);
  });
});
