import { Histogram } from "prom-client";
import { createProcessMetrics, type ProcessMetrics } from "./process-metrics.ts";

export type Metrics = ProcessMetrics & {
  observeRequest(request: {
    method: string;
    route: string;
    status: number;
    seconds: number;
    traceId?: string | undefined;
  }): void;
};

type RequestLabel = "method" | "route" | "status";

/**
 * The service's metrics: those of every process, and request durations by route template. With `hasTraces` in the OpenMetrics format, which
 * can name the trace of a slow request.
 */
export function createMetrics({ hasTraces = false } = {}): Metrics {
  const metrics = createProcessMetrics({ hasTraces });
  const requests = new Histogram<RequestLabel | "trace_id">({
    name: "http_request_duration_seconds",
    help: "Time from a request's first byte to its answer's last.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: metrics.registers,
    enableExemplars: hasTraces,
  });
  return {
    ...metrics,
    observeRequest({ seconds, traceId, ...labels }) {
      if (!hasTraces) return requests.observe(labels, seconds);
      const exemplarLabels = traceId === undefined ? {} : { trace_id: traceId };
      requests.observe({ labels, value: seconds, exemplarLabels });
    },
  };
}
