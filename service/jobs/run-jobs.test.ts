import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Services } from "../domain/context.ts";
import type { Job } from "./job.ts";
import { runJobs } from "./run-jobs.ts";
import { createWakeUps } from "./wake-ups.ts";

const services = {} as Services;
const lines: { level: string; facts: object; text: string }[] = [];
const log = {
  info: (facts: object, text: string) => void lines.push({ level: "info", facts, text }),
  error: (facts: object, text: string) => void lines.push({ level: "error", facts, text }),
};
const job = (run: Job["run"], extra: Partial<Job> = {}): Job => ({ name: "a-job", everySeconds: 10, run, ...extra });

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("jobs", () => {
  it("run immediately and then after each interval", async () => {
    const run = vi.fn(async () => undefined);
    const running = runJobs(services, [job(run)], log);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(run).toHaveBeenCalledTimes(3);
    await running.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).toHaveBeenCalledTimes(3);
    expect(lines).toEqual([]);
  });

  it("continue after a failure, which is logged", async () => {
    const run = vi.fn(() => Promise.reject(new Error("away")));
    const running = runJobs(services, [job(run)], log);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(2);
    expect(lines[0]).toMatchObject({ level: "error", facts: { job: "a-job", error: new Error("away") } });
    await running.stop();
  });

  it("run again without a pause while they leave work behind, and log only facts", async () => {
    const run = vi.fn<Job["run"]>(async () => undefined);
    run.mockResolvedValueOnce({ isBehind: true }).mockResolvedValueOnce({ rows: 5, isBehind: true });
    run.mockResolvedValueOnce({ isBehind: false });
    const running = runJobs(services, [job(run)], log);
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(3);
    expect(lines.map(({ facts }) => facts)).toEqual([{ job: "a-job", rows: 5 }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(4);
    await running.stop();
  });

  it("with a share rest in proportion to their work, from their interval up to half a minute", async () => {
    const starts: number[] = [];
    const took = [1_000, 4_000, 20_000, 1];
    const run = vi.fn<Job["run"]>(async () => {
      const milliseconds = took[starts.length] ?? 1;
      starts.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return undefined;
    });
    const running = runJobs(services, [job(run, { share: 0.2 })], log);
    await vi.advanceTimersByTimeAsync(100_000);
    await running.stop();
    expect(starts.slice(1, 5).map((at, index) => at - (starts[index] ?? 0))).toEqual([11_000, 20_000, 50_000, 10_001]);
  });

  it("with a share rest for all runs since their last rest", async () => {
    const starts: number[] = [];
    const run = vi.fn<Job["run"]>(async () => {
      starts.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return { isBehind: starts.length < 3 };
    });
    const running = runJobs(services, [job(run, { share: 0.25 })], log);
    await vi.advanceTimersByTimeAsync(30_000);
    await running.stop();
    expect(starts.map((at) => at - (starts[0] ?? 0))).toEqual([0, 2_000, 4_000, 24_000]);
  });

  it("with a share give way to a job that comes first and leaves work behind, and then go on without a rest", async () => {
    const starts: number[] = [];
    const follow = async () => {
      starts.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return { isBehind: starts.length < 6 };
    };
    const pay = async () => {
      const until = Date.now() + 3_000;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return { isBehind: until < began + 30_000 };
    };
    const began = Date.now();
    const running = runJobs(services, [job(pay, { comesFirst: true }), job(follow, { share: 0.2 })], log);
    await vi.advanceTimersByTimeAsync(60_000);
    await running.stop();
    // The first run ends before a run of the other job has left work behind.
    expect(starts.map((at) => at - began).slice(0, 6)).toEqual([0, 2_000, 20_000, 32_000, 34_000, 36_000]);
  });

  it("with a share do not give way when their work is late", async () => {
    const starts: number[] = [];
    const follow = async () => {
      starts.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return { isBehind: true, isLate: starts.length > 5 };
    };
    const pay = () => new Promise<{ isBehind: boolean }>((resolve) => setTimeout(resolve, 500, { isBehind: true }));
    const began = Date.now();
    const running = runJobs(services, [job(pay, { comesFirst: true }), job(follow, { share: 0.1 })], log);
    await vi.advanceTimersByTimeAsync(60_000);
    const stopped = running.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    await stopped;
    expect(starts.map((at) => at - began).slice(0, 9)).toEqual([
      ...[0, 11_000, 22_000, 33_000, 44_000],
      ...[55_000, 56_000, 57_000, 58_000],
    ]);
  });

  it("stop with work left behind", async () => {
    const run = vi.fn<Job["run"]>(() => new Promise((resolve) => setTimeout(resolve, 100, { isBehind: true })));
    const running = runJobs(services, [job(run)], log);
    await vi.advanceTimersByTimeAsync(250);
    const stopped = running.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    await stopped;
    expect(run).toHaveBeenCalledTimes(3);
  });

  it("log their results, and as errors when they report a problem", async () => {
    const running = runJobs(
      services,
      [job(async () => ({ purged: 3 })), job(async () => ({ wrong: 1 }), { reportsProblems: true })],
      log,
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(lines.map(({ level, facts }) => ({ level, facts }))).toEqual([
      { level: "info", facts: { job: "a-job", purged: 3 } },
      { level: "error", facts: { job: "a-job", wrong: 1 } },
    ]);
    await running.stop();
  });

  it("stop after their current run has ended", async () => {
    const work = Promise.withResolvers<undefined>();
    const running = runJobs(services, [job(() => work.promise)], log);
    let isStopped = false;
    const stopped = running.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isStopped).toBe(false);
    work.resolve(undefined);
    await stopped;
  });
});

describe("a job with wake-ups", () => {
  it("runs immediately on a wake-up, and again for a wake-up during a run", async () => {
    const wakeUps = createWakeUps();
    const first = Promise.withResolvers<undefined>();
    const run = vi.fn<Job["run"]>(async () => undefined).mockReturnValueOnce(first.promise);
    const running = runJobs(services, [job(run, { wokenBy: [wakeUps] })], log);
    await vi.advanceTimersByTimeAsync(0);
    wakeUps.wake();
    wakeUps.wake();
    expect(run).toHaveBeenCalledTimes(1);
    first.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
    wakeUps.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(3);
    await running.stop();
  });

  it("does not run in a tight loop while it fails", async () => {
    const wakeUps = createWakeUps();
    const run = vi.fn(() => Promise.reject(new Error("away")));
    const running = runJobs(services, [job(run, { wokenBy: [wakeUps] })], log);
    for (let n = 0; n < 9; n += 1) {
      wakeUps.wake();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    await running.stop();
  });

  it("is the only one that a wake-up runs", async () => {
    const [wakeUps, others] = [createWakeUps(), createWakeUps()];
    const woken = vi.fn(async () => undefined);
    const other = vi.fn(async () => undefined);
    const jobs = [job(woken, { wokenBy: [wakeUps] }), job(other, { wokenBy: [others] }), job(other)];
    const running = runJobs(services, jobs, log);
    await vi.advanceTimersByTimeAsync(0);
    wakeUps.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(woken).toHaveBeenCalledTimes(2);
    expect(other).toHaveBeenCalledTimes(2);
    await running.stop();
  });

  it("rests first: many wake-ups during its rest cause one run after it", async () => {
    const wakeUps = createWakeUps();
    const run = vi.fn(async () => undefined);
    const running = runJobs(services, [job(run, { wokenBy: [wakeUps], restSeconds: 1 })], log);
    await vi.advanceTimersByTimeAsync(0);
    for (let n = 0; n < 9; n += 1) {
      wakeUps.wake();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(run).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(8_999);
    expect(run).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(run).toHaveBeenCalledTimes(3);
    await running.stop();
  });
});
