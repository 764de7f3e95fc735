import type { Services } from "../../domain/context.ts";
import type { Random } from "./random.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The day in Lagos, which has one offset all year: `2026-03-02`. */
export function lagosDay(instant: Date): string {
  return new Date(instant.getTime() + HOUR_MS).toISOString().slice(0, 10);
}

/** A clock that the seed advances, so that 90 days pass in seconds. */
export type SimulatedClock = Services["clock"] & { advanceTo(instant: Date): void };

/** Starts at `start` and never goes back; a move to the past is ignored. */
export function createSimulatedClock(start: Date): SimulatedClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advanceTo(instant) {
      now = Math.max(now, instant.getTime());
    },
  };
}

/** UUIDv7 of the simulated time instead of the real one, so that order by ID equals order by time in the demo too. */
export function createSimulatedIds(clock: SimulatedClock, random: Random): Services["ids"] {
  let lastInstant = 0;
  let counter = 0;
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return {
    next() {
      const instant = clock.now().getTime();
      counter = instant === lastInstant ? counter + 1 : 0;
      lastInstant = instant;
      const time = hex(instant, 12);
      // The counter orders IDs of one millisecond; 4,096 of them are more than the seed creates.
      const sequence = `7${hex(counter & 0xfff, 3)}`;
      const variant = hex(0x8000 | random.whole(0, 0x3fff), 4);
      const tail = hex(random.whole(0, 0xffffff), 6) + hex(random.whole(0, 0xffffff), 6);
      return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${variant}-${tail}`;
    },
  };
}
