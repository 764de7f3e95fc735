import "server-only";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { Limits } from "../env.ts";

export type TimeLimit = {
  signal: AbortSignal;
  /** Restarts the limit after progress. */
  restart(): void;
  /** Cancels the limit; the signal keeps its state. */
  stop(): void;
};

/** Creates a signal that aborts after `ms`, or when `also` aborts because the browser disconnected. */
export function startTimeLimit(ms: number, also?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, ms);
  if (also?.aborted) abort();
  also?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(abort, ms);
    },
    stop() {
      clearTimeout(timer);
      also?.removeEventListener("abort", abort);
    },
  };
}

/** How long a call of `endpoint` may take, in milliseconds. Dashboard 3, step 6. */
export function limitOf(endpoint: Endpoint, limits: Limits): number {
  if (endpoint.upload) return limits.upload;
  if (endpoint.path.includes("/webhook/test")) return limits.webhookTest;
  return endpoint.method === "GET" ? limits.read : limits.write;
}
