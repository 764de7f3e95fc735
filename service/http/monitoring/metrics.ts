import { Histogram } from "prom-client";
import { createProcessMetrics, type ProcessMetrics } from "./process-metrics.ts";

export type Metrics = ProcessMetrics & {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
};

/** The service's metrics: those of every process, and request durations by route template. */
export function createMetrics(): Metrics {
  const metrics = createProcessMetrics();
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's first byte to its answer's last.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: metrics.registers,
  });
  return { ...metrics, observeRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds) };
}
