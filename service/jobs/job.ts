import type { Services } from "../domain/context.ts";
import type { WakeUps } from "./wake-ups.ts";

/**
 * Facts for the log; without any, nothing is logged. `isBehind`: work is left, so the next run begins without a pause. `isLate`: it has
 * waited for so long that a `share` no longer counts.
 */
export type JobReport = { isBehind?: boolean; isLate?: boolean; [fact: string]: unknown };

/**
 * Recurring work of the worker: its interval and its operation. The result of `run` is logged; undefined logs nothing. `stopping` is
 * aborted when the worker stops: a run that goes on until nothing is left then ends with what it has in hand.
 */
export type Job = {
  name: string;
  everySeconds: number;
  /** Runs again on a wake-up of one of these, in addition to its interval. */
  wokenBy?: readonly WakeUps[];
  /** The part of the interval that no wake-up shortens: wake-ups come up to 50 times a second. */
  restSeconds?: number;
  /**
   * The part of its time that it works at most: after a long run it rests in proportion, at most half a minute. For work that follows
   * payments, which need the processors first. Work that it leaves behind makes it rest only while a job that `comesFirst` leaves work
   * behind, too. Decision 0216.
   */
  share?: number;
  comesFirst?: boolean;
  /** A result reports a problem and is logged as an error. */
  reportsProblems?: boolean;
  run(services: Services, stopping: AbortSignal): Promise<JobReport | undefined>;
};
