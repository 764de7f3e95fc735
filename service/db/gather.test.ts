import { expect, it } from "vitest";
import { gather } from "./gather.ts";
import type { Database } from "./pool.ts";

// `load` only receives the pool, so any object works here.
const db = {} as Database;

function recorder() {
  const groups: number[][] = [];
  const waiting: (() => void)[] = [];
  const find = gather<number, string>(async (_db, keys) => {
    groups.push([...keys]);
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (keys.includes(-1)) throw new Error("no such key");
    return keys.map((key) => `value ${key}`);
  });
  return { groups, find: (key: number) => find(db, key), release: () => waiting.shift()?.() };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

it("shares one read among concurrent requests and returns each its own value", async () => {
  const { groups, find, release } = recorder();
  const answers = Promise.all([find(1), find(2), find(1)]);
  await turn();
  release();
  expect(await answers).toEqual(["value 1", "value 2", "value 1"]);
  expect(groups).toEqual([[1, 2, 1]]);
});

it("adds no request to a running read, so that no value is older than its request", async () => {
  const { groups, find, release } = recorder();
  const first = find(1);
  await turn();
  const second = find(1);
  await turn();
  expect(groups).toEqual([[1]]);
  release();
  await first;
  await turn();
  expect(groups).toEqual([[1], [1]]);
  release();
  expect(await second).toBe("value 1");
});

it("fails only the requests of the failed read, and continues", async () => {
  const { find, release } = recorder();
  const failing = Promise.allSettled([find(-1), find(2)]);
  await turn();
  release();
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = find(3);
  await turn();
  release();
  expect(await next).toBe("value 3");
});
