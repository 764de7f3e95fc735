import type { Services } from "../domain/context.ts";

/** Work that the worker repeats: when, and which verb. What `run` returns is logged when it is not empty. */
export type Job = {
  name: string;
  everySeconds: number;
  run(services: Services): Promise<object | undefined>;
};
