import { describe, expect, it } from "vitest";
import { createTargetPaces, type TargetPaces } from "./target-pace.ts";

/** Opens as many requests as the target accepts at `now`. */
function fill(paces: TargetPaces, target: string, now: number): number {
  let opened = 0;
  while (paces.admit(target, now, 0).kind === "start") {
    paces.started(target, now);
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

  it("that does not answer gets one request and delays no other target", () => {
    const paces = createTargetPaces();
    fill(paces, "dead", 0);
    paces.ended("dead", 0, { answered: false, durationMs: 10_000 });
    paces.ended("dead", 0, { answered: false, durationMs: 10_000 });
    expect(fill(paces, "dead", 10_000)).toBe(1);
    expect(paces.admit("alive", 10_000, 0)).toEqual({ kind: "start" });
  });

  it("that does not answer shares a quarter of the slots with other unresponsive targets", () => {
    const paces = createTargetPaces(8);
    for (const name of ["a", "b", "c", "d"]) {
      paces.started(name, 0);
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
    paces.started("a", 0);
    paces.ended("a", 0, null);
    expect(paces.open()).toBe(0);
    expect(fill(paces, "a", 0)).toBe(2);
  });
});
