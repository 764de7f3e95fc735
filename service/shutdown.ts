/**
 * Runs `stop` once, at the first SIGINT or SIGTERM or when the parent process exits, and then exits. After `withinSeconds` it
 * exits even if `stop` has not finished.
 */
export function stopOnSignal(options: {
  withinSeconds: number;
  stop(reason: string): Promise<void>;
  failed(error: unknown): void;
}): void {
  let isStopping = false;
  async function begin(reason: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const deadline = setTimeout(() => process.exit(1), options.withinSeconds * 1000);
    deadline.unref();
    try {
      await options.stop(reason);
      process.exit(0);
    } catch (error) {
      options.failed(error);
      process.exit(1);
    }
  }
  process.on("SIGINT", () => void begin("SIGINT"));
  process.on("SIGTERM", () => void begin("SIGTERM"));
  // Started with an IPC channel, the process must not outlive its parent.
  if (process.send) process.on("disconnect", () => void begin("disconnect"));
}
