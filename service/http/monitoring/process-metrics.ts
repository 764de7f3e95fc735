import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from "prom-client";
import type { Services } from "../../domain/context.ts";
import { countConnections } from "../../domain/request-database.ts";

export type Registers = (Registry | Registry<OpenMetricsContentType>)[];

/** The metrics of every process, and the registry for additional ones. */
export type ProcessMetrics = {
  registers: Registers;
  observeFlush(flush: { postings: number; milliseconds: number }): void;
  observeTrouble(trouble: { kind: string }): void;
  observeRefusal(reason: "tenant" | "all"): void;
  /** Adds the metrics of the running parts. */
  watch(services: Services): void;
  text(): Promise<string>;
  contentType: string;
};

/** Ledger flushes, the posting queue, connections, memory and the delay of the event loop. */
export function createProcessMetrics({ hasTraces = false } = {}): ProcessMetrics {
  const registry: Registers[number] = hasTraces ? createOpenMetricsRegistry() : new Registry();
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
  const troubles = new Counter({
    name: "ledger_troubles_total",
    help: "Attempts to commit a flush that failed, by reason.",
    labelNames: ["kind"],
    registers,
  });
  // A series that begins with its first failure has no increase.
  for (const kind of ["lost", "busy", "contended", "failed"]) troubles.inc({ kind }, 0);
  const refusals = new Counter({
    name: "ledger_postings_refused_total",
    help: "Postings that found no room in the queue: their merchant had too many waiting, or all together had.",
    labelNames: ["reason"],
    registers,
  });
  watchEventLoop(registers);
  return {
    registers,
    observeFlush(flush) {
      flushSizes.observe(flush.postings);
      flushTimes.observe(flush.milliseconds / 1000);
    },
    observeTrouble: ({ kind }) => troubles.inc({ kind }),
    observeRefusal: (reason) => refusals.inc({ reason }),
    watch: (services) => watchProcess(services, registers),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createOpenMetricsRegistry(): Registry<OpenMetricsContentType> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

/** The monitor samples every 10 ms and counts that time as delay. */
const SAMPLE_MS = 10;

/** How long callbacks waited for the thread since the last scrape: the longest time that one request held the others. */
function watchEventLoop(registers: Registers): void {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delays.enable();
  const secondsOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - SAMPLE_MS) / 1_000;
  new Gauge({
    name: "event_loop_delay_seconds",
    help: "Delay of the event loop since the last scrape.",
    labelNames: ["quantile"],
    registers,
    collect() {
      this.set({ quantile: "0.99" }, delays.count === 0 ? 0 : secondsOf(delays.percentile(99)));
      this.set({ quantile: "1" }, delays.count === 0 ? 0 : secondsOf(delays.max));
      delays.reset();
    },
  });
}

/** A gauge whose value is read at each scrape. */
export function addGauge(
  registers: Registers,
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

function watchProcess(services: Services, registers: Registers): void {
  addGauge(registers, {
    name: "ledger_postings_waiting",
    help: "Postings waiting for a committer lane.",
    read: () => services.committer.waiting(),
  });
  addGauge(registers, {
    name: "ledger_postings_waiting_most",
    help: "Waiting postings of the merchant that has the most of them.",
    read: () => services.committer.longestLine(),
  });
  addGauge(registers, {
    name: "ledger_lanes",
    help: "Lanes that commit postings.",
    read: () => services.committer.lanes().length,
  });
  addGauge(registers, {
    name: "ledger_lane_busy_seconds",
    help: "How long the lane that has been busy longest has worked on its present flush.",
    read: () => Math.max(...services.committer.lanes()) / 1_000,
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of the pool and how many it may have, and callers waiting for one.",
    labelNames: ["state"],
    registers,
    collect() {
      const { most, open, idle, waitedFor } = countConnections(services);
      this.set({ state: "most" }, most);
      this.set({ state: "open" }, open);
      this.set({ state: "idle" }, idle);
      this.set({ state: "waited_for" }, waitedFor);
    },
  });
  watchReplicas(services, registers);
  addGauge(registers, {
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process.",
    read: () => process.memoryUsage.rss(),
  });
  addGauge(registers, {
    name: "nodejs_heap_size_used_bytes",
    help: "Objects of the process; what is left after a collection must not grow for hours.",
    read: () => process.memoryUsage().heapUsed,
  });
}

/** Decision 0191. Without replicas the metrics have no value. */
function watchReplicas({ replicas }: Services, registers: Registers): void {
  new Counter({
    name: "database_reads_total",
    help: "Statements that may run on a replica, by the server that answered them.",
    labelNames: ["server"],
    registers,
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(replicas?.counts() ?? {})) this.inc({ server }, count);
    },
  });
  const labelNames = ["server"];
  new Gauge({
    name: "database_replica_used",
    help: "1: requests read on the replica; 0: it is away or behind.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { server, isUsed } of replicas?.states() ?? []) this.set({ server }, isUsed ? 1 : 0);
    },
  });
  new Gauge({
    name: "database_replica_lag_seconds",
    help: "How long a replica took to replay what the primary had written, or since when it has not.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { server, lagSeconds } of replicas?.states() ?? []) this.set({ server }, lagSeconds);
    },
  });
}
