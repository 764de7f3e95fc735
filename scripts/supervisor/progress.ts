const PATIENCE_MS = 10_000;

/** Says what begins, that it still goes on, and how long it took: nobody looks at a screen that stands still. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const soon = setTimeout(() => say(`  …  ${what}`), 700);
  const timer = setInterval(() => say(`  …  ${what}, ${seconds()}`), PATIENCE_MS);
  try {
    const result = await work();
    say(`  ok ${what}, ${seconds()}`);
    return result;
  } finally {
    clearTimeout(soon);
    clearInterval(timer);
  }
}

/** One line for the person at the keyboard. */
export function say(text: string): void {
  console.log(text);
}
