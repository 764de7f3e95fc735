import type { Services } from "../domain/context.ts";
import type { Job } from "./job.ts";

const LONGEST_REST_MS = 30_000;

export type JobLog = { info(facts: object, text: string): void; error(facts: object, text: string): void };

/**
 * Repeats every job, starting immediately. The interval runs from the end of one run to the start of the next, so a
 * job never overlaps itself. A wake-up ends the interval of the jobs that it wakes; a wake-up during a run causes
 * another run, and so does a run that leaves work behind. A failed run is logged and retried after the interval, which a long run of a
 * job with a `share` makes longer.
 * `stop` resolves when the current runs have ended.
 */
export function runJobs(services: Services, jobs: readonly Job[], log: JobLog): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const ahead = new Set<Job>();
  const loops = jobs.map((job) => repeat({ services, job, log, ahead }, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** `ahead`: the jobs that come first and have left work behind. */
type Loop = { services: Services; job: Job; log: JobLog; ahead: Set<Job> };

async function repeat({ services, job, log, ahead }: Loop, stopping: AbortSignal): Promise<void> {
  const { everySeconds, restSeconds = 0, wokenBy = [] } = job;
  const pause = createPause(stopping);
  const subscriptions = wokenBy.map((wakeUps) => wakeUps.listen(pause.wake));
  let began = performance.now();
  while (!stopping.aborted) {
    pause.begin();
    let failed = false;
    try {
      const { isBehind = false, isLate = false, ...facts } = (await job.run(services, stopping)) ?? {};
      logReport(job, facts, log);
      if (isBehind && job.comesFirst) ahead.add(job);
      else ahead.delete(job);
      const givesWay = job.share !== undefined && ahead.size > 0 && !isLate;
      if (isBehind && !givesWay) continue;
    } catch (error) {
      ahead.delete(job);
      failed = true;
      log.error({ job: job.name, error }, "job failed");
    }
    if (restSeconds > 0) await pause.wait(restSeconds * 1000, true);
    const interval = Math.max(everySeconds * 1000, restAfter(job, performance.now() - began));
    await pause.wait(interval - restSeconds * 1000, failed);
    began = performance.now();
  }
  for (const unsubscribe of subscriptions) unsubscribe();
}

/** How long a job rests that has worked for `milliseconds` since its last rest. */
function restAfter({ share = 1 }: Job, milliseconds: number): number {
  return Math.min(LONGEST_REST_MS, milliseconds / share - milliseconds);
}

function logReport({ name, reportsProblems }: Job, facts: object, log: JobLog): void {
  if (Object.keys(facts).length === 0) return;
  if (reportsProblems) log.error({ job: name, ...facts }, "job reported a problem");
  else log.info({ job: name, ...facts }, "job done");
}

/** The pause between two runs. A wake-up since `begin` ends it immediately, unless it ignores wake-ups. */
function createPause(stopping: AbortSignal) {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    begin() {
      isWoken = false;
    },
    wake() {
      isWoken = true;
      end?.();
    },
    wait(milliseconds: number, ignoresWakeUps: boolean): Promise<void> {
      return new Promise((resolve) => {
        if (stopping.aborted || (isWoken && !ignoresWakeUps)) return resolve();
        const timer = setTimeout(done, milliseconds);
        stopping.addEventListener("abort", done, { once: true });
        end = ignoresWakeUps ? undefined : done;
        function done() {
          end = undefined;
          clearTimeout(timer);
          stopping.removeEventListener("abort", done);
          resolve();
        }
      });
    },
  };
}
