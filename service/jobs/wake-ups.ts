/** News for jobs that wait: `wake` ends the pauses of all that listen. */
export type WakeUps = {
  wake(): void;
  /** Calls `listener` at each news, until the returned function is called. */
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
