/** A seeded random number generator: the same seed gives the same numbers on every machine. */
export type Random = {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** An element of a non-empty list. */
  oneOf<T>(list: readonly T[]): T;
  /** True with a probability of `percent` in 100. */
  percent(percent: number): boolean;
};

/** Mulberry32: 32 bits of state suffice for demo data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    oneOf(list) {
      const chosen = list[whole(0, list.length - 1)];
      if (chosen === undefined) throw new Error("nothing to choose from");
      return chosen;
    },
    percent: (percent) => next() * 100 < percent,
  };
}
