import type { Services } from "../domain/context.ts";
import type { Job } from "./job.ts";

export type JobLog = { info(facts: object, text: string): void; error(facts: object, text: string): void };

/**
 * Repeats every job, the first time at once; a job waits from the end of one run to the start of the next, so it never
 * overlaps itself. A failed run is logged and tried again in time. `stop` resolves when what runs has ended.
 */
export function runJobs(services: Services, jobs: readonly Job[], log: JobLog): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = jobs.map((job) => repeat(services, job, log, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(services: Services, job: Job, log: JobLog, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const result = await job.run(services);
      if (result && job.isAlarm) log.error({ job: job.name, ...result }, "job found something wrong");
      else if (result) log.info({ job: job.name, ...result }, "job done");
    } catch (error) {
      log.error({ job: job.name, error }, "job failed");
    }
    await pause(job.everySeconds * 1000, stopping);
  }
}

function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    stopping.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      stopping.removeEventListener("abort", done);
      resolve();
    }
  });
}
