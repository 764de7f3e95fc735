import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PostingQueue, type Waiting } from "./posting-queue.ts";

type Item = Waiting & { name: string };
const all = { share: 100, limit: 100, isHeld: () => false, hasBatchOf: () => false };

function item(name: string, tenant: number, more: Partial<Item> = {}): Item {
  return { name, tenant, isBatch: false, accounts: [], size: 1, passedOver: 0, ...more };
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

  it("takes as many of a tenant as its weight in each turn, and goes on with an interrupted turn", () => {
    const queue = new PostingQueue<Item>({ weightOf: (tenant) => (tenant === 1 ? 3 : 1) });
    for (const n of [1, 2, 3, 4, 5, 6, 7]) queue.add(item(`a${n}`, 1));
    for (const n of [1, 2, 3]) queue.add(item(`b${n}`, 2));
    expect(names(queue.take({ ...all, limit: 2 }))).toEqual(["a1", "a2"]);
    expect(names(queue.take({ ...all, limit: 3 }))).toEqual(["a3", "b1", "a4"]);
    expect(names(queue.take(all))).toEqual(["a5", "a6", "b2", "a7", "b3"]);
  });

  it("gives each waiting tenant its share within one round, in any order of arrival and of groups", () => {
    const tenants = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 5 }) }), { minLength: 2, maxLength: 6 });
    const arrivals = fc.infiniteStream(fc.nat());
    const limits = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(tenants, arrivals, limits, (weights, arrival, groups) => {
        const queue = new PostingQueue<Item>({ weightOf: (tenant) => weights[tenant]?.weight ?? 1 });
        const postings = weights.flatMap((_, tenant) => Array.from({ length: 150 }, () => item("", tenant)));
        const order = postings.map((one) => ({ one, at: arrival.next().value ?? 0 })).sort((a, b) => a.at - b.at);
        for (const { one } of order) queue.add(one);
        const taken = weights.map(() => 0);
        for (const limit of groups) {
          for (const { tenant } of queue.take({ ...all, share: limit, limit }))
            taken[tenant] = (taken[tenant] ?? 0) + 1;
          if (taken.some((count) => count === 150)) return;
          const rounds = weights.map(({ weight }, tenant) => (taken[tenant] ?? 0) / weight);
          expect(Math.max(...rounds) - Math.min(...rounds)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("puts postings back before those that arrived later", () => {
    const queue = queueOf(item("a1", 1, { size: 2 }), item("b1", 2), item("a2", 1));
    const taken = queue.take(all);
    expect(names(taken)).toEqual(["a1", "b1", "a2"]);
    queue.add(item("a3", 1));
    queue.putBack(taken);
    expect([queue.size, queue.longest, queue.refusal({ tenant: 1, size: 50_000 })]).toEqual([4, 3, "tenant"]);
    expect(names(queue.take(all))).toEqual(["a1", "b1", "a2", "a3"]);
    expect(queue.size).toBe(0);
  });

  it("one tenant has a batch in one lane only", () => {
    const queue = queueOf(item("batch", 1, { isBatch: true }), item("b1", 2), item("other", 3, { isBatch: true }));
    const hasBatchOf = (tenant: number) => tenant === 1;
    expect(names(queue.take({ ...all, hasBatchOf }))).toEqual(["b1"]);
    expect(names(queue.take({ ...all, hasBatchOf }))).toEqual(["other"]);
    expect(queue.take({ ...all, hasBatchOf })).toEqual([]);
    expect(names(queue.take(all))).toEqual(["batch"]);
  });

  it("has room for so many postings and movements of a tenant, and of all together", () => {
    const queue = new PostingQueue<Item>({ limit: 6, ofTenant: { postings: 4, movements: 10 } });
    const add = (tenant: number, size = 1) => {
      const refusal = queue.refusal({ tenant, size });
      if (refusal === null) queue.add(item("", tenant, { size }));
      return refusal;
    };
    expect([add(1), add(1), add(1), add(1), add(1)]).toEqual([null, null, null, null, "tenant"]);
    expect([add(2, 11), add(2)]).toEqual([null, "tenant"]);
    // The queue is full for the tenant that has its share of it, not for those that wait with less.
    expect([add(3), add(3), add(3)]).toEqual([null, null, "all"]);
    expect(queue.longest).toBe(4);
    queue.take(all);
    expect(add(1)).toBeNull();
  });
});
