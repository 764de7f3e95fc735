import { describe, expect, it } from "vitest";
import { createTargetPaces, type TargetPaces } from "./target-pace.ts";

/** Opens as many requests as the target accepts at `now`. */
function fill(paces: TargetPaces, target: string, now: number): number {
  let opened = 0;
  while (paces.admit(target, now, 0).kind === "start") {
    paces.taken(target);
    paces.begin(target, now);
    opened += 1;
  }
  return opened;
}

describe("a target", () => {
  it("starts with two concurrent requests and gets one more per answer, up to eight", () => {
    const paces = createTargetPaces();
    expect(fill(paces, "a", 0)).toBe(2);
    for (let n = 0; n < 20; n += 1) {
      paces.ended("a", 0, { answered: true, durationMs: 5 });
      fill(paces, "a", 0);
    }
    expect(paces.open()).toBe(8);
  });

  it("that answers has in hand what it answers in half a second, from its eighth concurrent request on", () => {
    const paces = createTargetPaces();
    const take = () => {
      let taken = 0;
      for (; paces.admit("a", 0, 0, true).kind === "start"; taken += 1) paces.taken("a");
      return taken;
    };
    expect(take()).toBe(2);
    for (let n = 0; n < 60; n += 1) {
      if (!paces.begin("a", 0)) paces.taken("a");
      paces.begin("a", 0);
      paces.ended("a", 0, { answered: true, durationMs: 100 });
    }
    // 100 ms a request, eight at a time: 40 in half a second, beyond the eight themselves.
    const before = paces.open();
    expect(before + take()).toBe(48);
    expect(paces.postponed(0)).toEqual([{ target: "a", room: 0 }]);
  });

  it("has nothing in hand of the half of the slots that is left to others", () => {
    const paces = createTargetPaces(100);
    for (let n = 0; n < 10; n += 1) {
      paces.taken("a");
      paces.begin("a", 0);
      paces.ended("a", 0, { answered: true, durationMs: 1 });
    }
    while (paces.admit("a", 0, 0, true).kind === "start") paces.taken("a");
    expect(paces.open()).toBe(50);
    expect(paces.admit("b", 0, 0, true)).toEqual({ kind: "start" });
  });

  it("with postponed rows is looked at again when its requests have probably ended", () => {
    const paces = createTargetPaces();
    expect(paces.nextAt(0)).toBe(Number.POSITIVE_INFINITY);
    fill(paces, "a", 0);
    expect(paces.nextAt(0)).toBe(10);
    for (let n = 0; n < 100; n += 1) paces.admit("a", 0, 0);
    expect(paces.nextAt(100)).toBe(200);
    expect(paces.nextAt(1_000)).toBe(Number.POSITIVE_INFINITY);
  });

  it("that does not answer gets one request and delays no other target", () => {
    const paces = createTargetPaces();
    fill(paces, "dead", 0);
    paces.ended("dead", 0, { answered: false, durationMs: 10_000 });
    paces.ended("dead", 0, { answered: false, durationMs: 10_000 });
    expect(fill(paces, "dead", 10_000)).toBe(1);
    expect(paces.admit("alive", 10_000, 0)).toEqual({ kind: "start" });
    // Its postponed rows keep their times.
    expect(paces.postponed(10_000)).toEqual([]);
    expect(paces.nextAt(10_000)).toBe(Number.POSITIVE_INFINITY);
    paces.ended("dead", 10_000, { answered: true, durationMs: 5 });
    expect(paces.postponed(10_000)).toEqual([{ target: "dead", room: 2 }]);
  });

  it("that does not answer shares a quarter of the slots with other unresponsive targets", () => {
    const paces = createTargetPaces(8);
    for (const name of ["a", "b", "c", "d"]) {
      paces.taken(name);
      paces.begin(name, 0);
      paces.ended(name, 0, { answered: false, durationMs: 10_000 });
    }
    const opened = ["a", "b", "c", "d"].map((name) => fill(paces, name, 10_000));
    expect(opened).toEqual([1, 1, 0, 0]);
  });

  it("has surplus rows spread by its response time, and those far ahead postponed for longer", () => {
    const paces = createTargetPaces();
    fill(paces, "slow", 0);
    // Two have been open for 4 s, so a request takes at least that long, and eight may run concurrently.
    expect(paces.admit("slow", 4_000, 0)).toEqual({ kind: "pace", until: 4_500 });
    expect(paces.admit("slow", 4_000, 0)).toEqual({ kind: "pace", until: 5_000 });
    for (let n = 0; n < 38; n += 1) paces.admit("slow", 4_000, 0);
    expect(paces.admit("slow", 4_000, 0.5)).toEqual({ kind: "pace", until: 34_000 });
  });

  it("waits when the worker is full", () => {
    const paces = createTargetPaces(2);
    fill(paces, "a", 0);
    expect(paces.free()).toBe(0);
    expect(paces.admit("b", 0, 0)).toEqual({ kind: "full" });
  });

  it("releases the slot of a request that was not made", () => {
    const paces = createTargetPaces();
    paces.taken("a");
    paces.dropped("a");
    expect(paces.open()).toBe(0);
    expect(fill(paces, "a", 0)).toBe(2);
  });
});
