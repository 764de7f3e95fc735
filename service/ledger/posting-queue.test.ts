import { describe, expect, it } from "vitest";
import { PostingQueue, type Waiting } from "./posting-queue.ts";

type Item = Waiting & { name: string };
const all = { share: 100, limit: 100, isHeld: () => false };

function item(name: string, tenant: number, more: Partial<Item> = {}): Item {
  return { name, tenant, isBatch: false, accounts: [], passedOver: 0, ...more };
}

function queueOf(...items: Item[]) {
  const queue = new PostingQueue<Item>();
  for (const one of items) queue.add(one);
  return queue;
}

const names = (items: Item[]) => items.map((one) => one.name);

describe("PostingQueue", () => {
  it("takes from tenants in turn, within a tenant in order", () => {
    const queue = queueOf(item("a1", 1), item("a2", 1), item("a3", 1), item("b1", 2), item("c1", 3));
    expect(names(queue.take({ ...all, limit: 4 }))).toEqual(["a1", "b1", "c1", "a2"]);
    expect(queue.size).toBe(1);
    expect(names(queue.take(all))).toEqual(["a3"]);
    expect(queue.take(all)).toEqual([]);
  });

  it("a tenant that was served goes behind those that were not", () => {
    const queue = queueOf(item("a1", 1), item("a2", 1), item("b1", 2));
    expect(names(queue.take({ ...all, limit: 1 }))).toEqual(["a1"]);
    expect(names(queue.take({ ...all, limit: 1 }))).toEqual(["b1"]);
  });

  it("takes a batch alone, in its turn", () => {
    const queue = queueOf(item("a1", 1), item("batch", 1, { isBatch: true }), item("a2", 1), item("b1", 2));
    expect(names(queue.take(all))).toEqual(["a1", "b1"]);
    expect(names(queue.take(all))).toEqual(["batch"]);
    expect(names(queue.take(all))).toEqual(["a2"]);
  });

  it("leaves what another lane holds, but not forever, and lets nothing overtake a held batch", () => {
    const held = { ...all, isHeld: (account: bigint) => account === 7n };
    const queue = queueOf(item("hot", 1, { accounts: [7n] }), item("cold", 1, { accounts: [8n] }));
    expect(names(queue.take(held))).toEqual(["cold"]);
    expect(queue.take(held)).toEqual([]);
    expect(queue.take(held)).toEqual([]);
    expect(names(queue.take(held))).toEqual(["hot"]);

    const behind = queueOf(item("batch", 1, { isBatch: true, accounts: [7n] }), item("a", 1), item("b", 2));
    expect(names(behind.take(held))).toEqual(["b"]);
  });

  it("beyond its share takes only what needs the same accounts", () => {
    const queue = queueOf(
      item("one", 1, { accounts: [1n, 2n] }),
      item("other", 1, { accounts: [3n, 4n] }),
      item("same", 1, { accounts: [2n, 5n] }),
    );
    expect(names(queue.take({ ...all, share: 1 }))).toEqual(["one", "same"]);
  });
});
