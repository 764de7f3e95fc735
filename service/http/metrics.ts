import { Gauge, Histogram, Registry } from "prom-client";
import type { Services } from "../domain/context.ts";

export type Metrics = {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  observeFlush(flush: { postings: number; milliseconds: number }): void;
  /** Adds what is read off the running parts. */
  watch(services: Services): void;
  text(): Promise<string>;
  contentType: string;
};

/** The numbers behind `/metrics`: request times by route template, groups of postings, the money queue, the connections. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's first byte to its answer's last.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const flushSizes = new Histogram({
    name: "ledger_flush_postings",
    help: "Postings that one commit took together.",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const flushTimes = new Histogram({
    name: "ledger_flush_duration_seconds",
    help: "Time of one commit of the ledger.",
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  return {
    observeRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    observeFlush(flush) {
      flushSizes.observe(flush.postings);
      flushTimes.observe(flush.milliseconds / 1000);
    },
    watch: (services) => addGauges(services, registers),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function addGauges(services: Services, registers: Registry[]): void {
  new Gauge({
    name: "ledger_postings_waiting",
    help: "Postings that wait for a lane of the committer.",
    registers,
    collect() {
      this.set(services.committer.waiting());
    },
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of the pool, and callers that wait for one.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "open" }, services.db.totalCount);
      this.set({ state: "idle" }, services.db.idleCount);
      this.set({ state: "waited_for" }, services.db.waitingCount);
    },
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Memory that the process holds.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
}
