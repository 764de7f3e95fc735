/** Selects one of several options. Within one variant of a statement a key keeps its option. */
export type Choose = <T>(key: string, options: readonly T[]) => T;

/** Thrown where a statement depends on a value that the sources do not show; the message names it. */
export class Unseen extends Error {}

/** Thrown where earlier choices exclude all options. */
class Infeasible extends Error {}

/** Runs `work` once for each combination of options. */
export function everyVariant<T>(work: (choose: Choose) => T, most: number): T[] {
  const path: { key: string; count: number; taken: number }[] = [];
  const results: T[] = [];
  for (;;) {
    const known = new Map<string, number>();
    let depth = 0;
    const choose: Choose = (key, options) => {
      const before = known.get(key);
      const step = before === undefined ? (path[depth] ?? { key, count: options.length, taken: 0 }) : undefined;
      if (step) {
        path[depth] = step;
        depth += 1;
        known.set(key, step.taken);
      }
      const taken = before ?? step?.taken ?? 0;
      if (taken >= options.length) throw new Infeasible();
      return options[taken] as (typeof options)[number];
    };
    try {
      results.push(work(choose));
    } catch (error) {
      if (!(error instanceof Infeasible)) throw error;
    }
    path.length = depth;
    while (path.length > 0 && (path.at(-1)?.taken ?? 0) + 1 >= (path.at(-1)?.count ?? 0)) path.pop();
    const last = path.at(-1);
    if (!last) return results;
    last.taken += 1;
    if (results.length > most) throw new Unseen(`more than ${most} variants`);
  }
}
