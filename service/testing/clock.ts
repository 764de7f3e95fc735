import type { Clock } from "../clock.ts";

export type TestClock = Clock & {
  /** Advances the time. */
  advance(ms: number): void;
  /** Sets the time to an instant. */
  set(instant: string): void;
};

/** A clock that the test controls. */
export function testClock(instant = "2026-03-02T09:00:00.000Z"): TestClock {
  let now = Date.parse(instant);
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms;
    },
    set(next) {
      now = Date.parse(next);
    },
  };
}
