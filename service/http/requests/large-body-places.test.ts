import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createLargeBodyPlaces } from "./large-body-places.ts";

const reply = () => Object.assign(new EventEmitter(), { destroyed: false, writableEnded: false });
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("lets a few large bodies of a merchant be in work, in order, and those of another one beside them", async () => {
  const places = createLargeBodyPlaces();
  const replies = Array.from({ length: 6 }, reply);
  const begun: number[] = [];
  for (const [n, one] of replies.entries()) void places.take(1, one).then(() => begun.push(n));
  await places.take(2, reply());
  expect(begun).toEqual([0, 1, 2, 3]);
  // The same request has its place already.
  await places.take(1, replies[0] ?? reply());
  replies[2]?.emit("finish");
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  replies[0]?.emit("close");
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
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
