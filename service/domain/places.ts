type Line = { running: number; waiting: Set<() => void> };

/** Gives a place back. A second call does nothing. */
export type Leave = () => void;

/**
 * The places of each holder, usually a tenant, in this process: `running` at the same time. The next ones of the holder wait in order, at
 * most `waiting`, and those of another one do not wait for them.
 */
export function createPlaces<Holder = number>({ running, waiting }: { running: () => number; waiting: number }) {
  const lines = new Map<Holder, Line>();

  function passOn(holder: Holder, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
    } else {
      line.running -= 1;
      if (line.running === 0) lines.delete(holder);
    }
  }

  return {
    /** Takes a place, or waits for one until `signal` is aborted. Undefined without a place: many wait already, or the wait has ended. */
    async take(holder: Holder, signal: AbortSignal): Promise<Leave | undefined> {
      const line: Line = lines.get(holder) ?? { running: 0, waiting: new Set() };
      lines.set(holder, line);
      if (line.running < running()) line.running += 1;
      else if (line.waiting.size >= waiting || !(await waitIn(line, signal))) return undefined;
      let hasLeft = false;
      return () => {
        if (!hasLeft) passOn(holder, line);
        hasLeft = true;
      };
    },
  };
}

/** Whether a place came before the wait ended. */
function waitIn(line: Line, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const go = () => resolve(true);
    line.waiting.add(go);
    const giveUp = () => {
      if (line.waiting.delete(go)) resolve(false);
    };
    signal.addEventListener("abort", giveUp, { once: true });
  });
}
