import type { Services } from "../domain/context.ts";

/**
 * Recurring work of the worker: its interval and its operation. The result of `run` is logged; undefined logs nothing.
 */
export type Job = {
  name: string;
  everySeconds: number;
  /** Runs again on a wake-up, in addition to its interval. */
  acceptsWakeUps?: boolean;
  /** A result reports a problem and is logged as an error. */
  reportsProblems?: boolean;
  run(services: Services): Promise<object | undefined>;
};
