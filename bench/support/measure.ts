/** One way to move money, ready for `callers` concurrent callers. `weight`: movements per call. */
export type Design = { name: string; callers: number; weight?: number; work(caller: number): Promise<void> };

/** Designs that share a database, and its cleanup. */
export type Setup = { designs: Design[]; close(): Promise<void> };

export type Measured = { name: string; callers: number; perSecond: number; p50: number; p99: number };

/**
 * Measures all designs in turn for `rounds` rounds and returns each design's median round, so that load from other
 * processes affects all designs equally. Latencies in milliseconds over all rounds.
 */
export async function measureInTurn(
  designs: readonly Design[],
  options: { rounds: number; seconds: number },
): Promise<Measured[]> {
  const runs = designs.map((design) => ({ design, perSecond: [] as number[], latencies: [] as number[] }));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const run of runs) {
      // The first round warms up plans, caches, and the full-page images after a checkpoint.
      const latencies = await loop(run.design, round === 0 ? options.seconds / 2 : options.seconds);
      if (round === 0) continue;
      run.perSecond.push((latencies.length * (run.design.weight ?? 1)) / options.seconds);
      run.latencies.push(...latencies);
    }
  }
  return runs.map(({ design: { name, callers }, perSecond, latencies }) => {
    const sorted = latencies.sort((left, right) => left - right);
    const rates = perSecond.sort((left, right) => left - right);
    return { name, callers, perSecond: quantile(rates, 0.5), p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
  });
}

async function loop({ callers, work }: Design, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const endAt = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let from = performance.now(); from < endAt; ) {
        await work(caller);
        const to = performance.now();
        if (to <= endAt) latencies.push(to - from);
        from = to;
      }
    }),
  );
  return latencies;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formats rows as a Markdown table. */
export function tableOf(rows: readonly Measured[]): string {
  const lines = rows.map(
    ({ name, callers, perSecond, p50, p99 }) =>
      `| ${name.padEnd(58)} | ${String(callers).padStart(7)} | ${Math.round(perSecond).toLocaleString("en").padStart(11)} | ${p50.toFixed(2).padStart(8)} | ${p99.toFixed(2).padStart(8)} |`,
  );
  return [
    `| ${"design".padEnd(58)} | callers | movements/s |   p50 ms |   p99 ms |`,
    `| ${"-".repeat(58)} | ------: | ----------: | -------: | -------: |`,
    ...lines,
  ].join("\n");
}
