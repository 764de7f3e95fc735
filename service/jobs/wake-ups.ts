/** Wake-ups for jobs: `wake` ends the pauses of all listeners. */
export type WakeUps = {
  wake(): void;
  /** Calls `listener` on each wake-up, until the returned function is called. */
  listen(listener: () => void): () => void;
};

export function createWakeUps(): WakeUps {
  const listeners = new Set<() => void>();
  return {
    wake() {
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
