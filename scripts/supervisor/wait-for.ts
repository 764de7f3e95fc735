import { setTimeout as sleep } from "node:timers/promises";
import type { Kept } from "./family.ts";
import { Problem } from "./problem.ts";

const PATIENCE_MS = 90_000;

/** Waits until `url` answers 200; ends early with the child's own problem when the child gives up. */
export async function waitForPage(url: string, child: Kept): Promise<void> {
  const stop = new AbortController();
  try {
    await Promise.race([poll(url, child.name, stop.signal), child.failure]);
  } finally {
    stop.abort();
  }
}

async function poll(url: string, name: string, stopped: AbortSignal): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let last = "no answer";
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
  throw new Problem(`${name} is not ready after ${PATIENCE_MS / 1000} s (${url}: ${last}).`);
}
