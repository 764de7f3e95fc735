const STEP = Math.log(1.02);

/** Counts latencies in ms in steps of 2 %, so that hours of them need no more memory than a minute. */
export class Latencies {
  readonly #counts = new Map<number, number>();
  count = 0;

  add(milliseconds: number): void {
    const step = Math.round(Math.log(Math.max(milliseconds, 0.01)) / STEP);
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + 1);
    this.count += 1;
  }

  /** NaN without latencies. */
  quantile(share: number): number {
    let left = Math.ceil(this.count * share);
    for (const [step, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return Math.exp(step * STEP);
    }
    return Number.NaN;
  }
}
