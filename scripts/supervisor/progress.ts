const REPORT_INTERVAL_MS = 10_000;

/** Prints the start of a step, its progress while it is slow, and its duration. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const soon = setTimeout(() => say(`  …  ${what}`), 700);
  const timer = setInterval(() => say(`  …  ${what}, ${seconds()}`), REPORT_INTERVAL_MS);
  try {
    const result = await work();
    say(`  ok ${what}, ${seconds()}`);
    return result;
  } finally {
    clearTimeout(soon);
    clearInterval(timer);
  }
}

/** Prints one line to the terminal. */
export function say(text: string): void {
  console.log(text);
}
