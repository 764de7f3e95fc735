import type { Services } from "../domain/context.ts";

/** Work that the worker repeats: when, and which verb. What `run` returns is logged; undefined means nothing to say. */
export type Job = {
  name: string;
  everySeconds: number;
  /** Runs again at once when there is news, not only in time. */
  isWoken?: boolean;
  /** Something to say is bad news, and logged as an error. */
  isAlarm?: boolean;
  run(services: Services): Promise<object | undefined>;
};
