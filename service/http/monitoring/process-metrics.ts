import { Gauge, Histogram, Registry } from "prom-client";
import type { Services } from "../../domain/context.ts";

/** The metrics of every process, and the registry for additional ones. */
export type ProcessMetrics = {
  registers: Registry[];
  observeFlush(flush: { postings: number; milliseconds: number }): void;
  /** Adds the metrics of the running parts. */
  watch(services: Services): void;
  text(): Promise<string>;
  contentType: string;
};

/** Ledger flushes, the posting queue, connections and memory. */
export function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  const flushSizes = new Histogram({
    name: "ledger_flush_postings",
    help: "Postings per commit.",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const flushTimes = new Histogram({
    name: "ledger_flush_duration_seconds",
    help: "Duration of a ledger commit.",
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  return {
    registers,
    observeFlush(flush) {
      flushSizes.observe(flush.postings);
      flushTimes.observe(flush.milliseconds / 1000);
    },
    watch: (services) => watchProcess(services, registers),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** A gauge whose value is read at each scrape. */
export function addGauge(
  registers: Registry[],
  gauge: { name: string; help: string; read: () => number | Promise<number> },
): void {
  const { name, help, read } = gauge;
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      this.set(await read());
    },
  });
}

function watchProcess({ committer, db }: Services, registers: Registry[]): void {
  addGauge(registers, {
    name: "ledger_postings_waiting",
    help: "Postings waiting for a committer lane.",
    read: () => committer.waiting(),
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of the pool, and callers waiting for one.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "open" }, db.totalCount);
      this.set({ state: "idle" }, db.idleCount);
      this.set({ state: "waited_for" }, db.waitingCount);
    },
  });
  addGauge(registers, {
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process.",
    read: () => process.memoryUsage.rss(),
  });
}
