import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "./problem.ts";
import type { SupervisedProcess } from "./supervisor.ts";

const TIMEOUT_MS = 90_000;

/** Waits until `url` responds with 200. @throws the child's own problem when the child exits first */
export async function waitForPage(url: string, child: SupervisedProcess): Promise<void> {
  const stop = new AbortController();
  try {
    await Promise.race([poll(url, child.name, stop.signal), child.failure]);
  } finally {
    stop.abort();
  }
}

async function poll(url: string, name: string, stopped: AbortSignal): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  let last = "no response";
  while (performance.now() < deadline && !stopped.aborted) {
    try {
      const reply = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: "manual" });
      await reply.body?.cancel();
      if (reply.status === 200) return;
      last = `status ${reply.status}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await sleep(100);
  }
  throw new Problem(`${name} is not ready after ${TIMEOUT_MS / 1000} s (${url}: ${last}).`);
}
