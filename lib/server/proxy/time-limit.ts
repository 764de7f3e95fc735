import "server-only";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { Limits } from "../env.ts";

export type TimeLimit = {
  signal: AbortSignal;
  /** Starts the time anew: something moved. */
  restart(): void;
  /** Ends the watch; the signal stays as it is. */
  stop(): void;
};

/** A signal that ends a call after its time, or when `also` ends: the browser has gone. */
export function startTimeLimit(ms: number, also?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  let timer = setTimeout(giveUp, ms);
  if (also?.aborted) giveUp();
  also?.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ms);
    },
    stop() {
      clearTimeout(timer);
      also?.removeEventListener("abort", giveUp);
    },
  };
}

/** How long a call of `endpoint` may take. Dashboard 3, step 6. */
export function limitOf(endpoint: Endpoint, limits: Limits): number {
  if (endpoint.upload) return limits.upload;
  if (endpoint.path.includes("/webhook/test")) return limits.webhookTest;
  return endpoint.method === "GET" ? limits.read : limits.write;
}
