import { Counter, Histogram, Gauge as LabelledGauge } from "prom-client";
import type { Services } from "../../domain/context.ts";
import { countSuspectedMerchants } from "../../domain/customers/identity/count-suspected-merchants.ts";
import type { Delivered } from "../../domain/messages/deliver-messages.ts";
import type { PayoutHooks } from "../../domain/payouts/run-payouts.ts";
import { type PayoutWatch, watchPayouts } from "../../domain/payouts/watch-payouts.ts";
import { type Health, readHealth } from "../../domain/read-health.ts";
import { readSealState } from "../../domain/transactions/seals/read-seal-state.ts";
import type { Deliverer, DelivererHooks } from "../../domain/webhooks/deliveries/deliver-due-webhooks.ts";
import { type QueueState, readQueue } from "../../domain/webhooks/deliveries/read-queue.ts";
import { addGauge, createProcessMetrics, type ProcessMetrics, type Registers } from "./process-metrics.ts";

export type WorkerMetrics = Pick<ProcessMetrics, "observeFlush" | "observeTrouble" | "text" | "contentType"> & {
  hooks: Required<Pick<DelivererHooks, "claimed" | "sent" | "flushed">>;
  payoutHooks: Required<Pick<PayoutHooks, "exchanged">>;
  countMessages(delivered: Delivered): void;
  /** The same job, with its runs measured. */
  measured<J extends Measurable>(job: J): J;
  /** Adds the metrics of the running parts. */
  watch(services: Services, deliverer: Deliverer): void;
};

type Measurable = {
  name: string;
  everySeconds: number;
  run(services: Services, stopping: AbortSignal): Promise<object | undefined>;
};

/** The worker's metrics: those of every process, and of deliveries. Labels never contain URLs or merchants. Webhooks 10. */
export function createWorkerMetrics(): WorkerMetrics {
  const metrics = createProcessMetrics();
  const { registers, observeFlush, observeTrouble, text, contentType } = metrics;
  const sends = new Histogram({
    name: "webhook_send_duration_seconds",
    help: "Time of an attempt, by what came of it.",
    labelNames: ["outcome", "attempt"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const claims = new Histogram({
    name: "webhook_claim_duration_seconds",
    help: "Time of one claim that found something.",
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const claimed = new Counter({
    name: "webhook_claimed_total",
    help: "Due deliveries that were looked at, by what became of them.",
    labelNames: ["verdict"],
    registers,
  });
  const refusals = new Counter({
    name: "webhook_refused_total",
    help: "Deliveries that failed unsent, by reason.",
    labelNames: ["reason"],
    registers,
  });
  const flushes = new Histogram({
    name: "webhook_flush_rows",
    help: "Results that one commit recorded together.",
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000],
    registers,
  });
  const staleResults = new Counter({
    name: "webhook_stale_results_total",
    help: "Results recorded after their lease had passed to another worker: the delivery was sent twice.",
    registers,
  });

  return {
    hooks: {
      claimed({ sent, refused, paced, milliseconds }) {
        claims.observe(milliseconds / 1000);
        claimed.inc({ verdict: "sent" }, sent);
        claimed.inc({ verdict: "refused" }, refused.length);
        for (const reason of refused) refusals.inc({ reason });
        claimed.inc({ verdict: "postponed" }, paced);
      },
      sent({ errorCode, attempt, milliseconds }) {
        sends.observe({ outcome: errorCode ?? "success", attempt: String(attempt) }, milliseconds / 1000);
      },
      flushed({ rows, stale }) {
        flushes.observe(rows);
        staleResults.inc(stale);
      },
    },
    payoutHooks: measureExchanges(registers),
    countMessages: createMessageCounter(registers),
    measured: measureJobs(registers),
    observeFlush,
    observeTrouble,
    text,
    contentType,
    watch(services, deliverer) {
      metrics.watch(services);
      watchQueue(services, deliverer, registers);
      watchGauges(registers, payoutGauges, () => watchPayouts(services));
      watchGauges(registers, healthGauges, () => readHealth(services));
    },
  };
}

function measureExchanges(registers: Registers): WorkerMetrics["payoutHooks"] {
  const exchanges = new Histogram({
    name: "payout_exchange_duration_seconds",
    help: "Time of a sending with its name enquiry, or of a query, by what the rail said.",
    labelNames: ["action", "rail", "outcome"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  return {
    exchanged({ action, rail, outcome, milliseconds }) {
      exchanges.observe({ action, rail, outcome }, milliseconds / 1000);
    },
  };
}

function createMessageCounter(registers: Registers): WorkerMetrics["countMessages"] {
  const sends = new Counter({
    name: "message_sends_total",
    help: "Attempts to send a mail or text, by what came of them.",
    labelNames: ["outcome"],
    registers,
  });
  const count = (delivered: Delivered) => {
    for (const [outcome, messages] of Object.entries(delivered)) sends.inc({ outcome }, messages);
  };
  // A series that begins with its first failure has no increase.
  count({ sent: 0, postponed: 0, failed: 0 });
  return count;
}

/** Wraps jobs so that the length, outcome and last success of their runs are known. */
function measureJobs(registers: Registers): WorkerMetrics["measured"] {
  const labelNames = ["name"];
  const durations = new Histogram({
    name: "job_duration_seconds",
    help: "Time of one run of a job, by how it ended.",
    labelNames: ["name", "outcome"],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const successes = new LabelledGauge({
    name: "job_last_success_timestamp_seconds",
    help: "When a job last succeeded; before its first success, when the worker started.",
    labelNames,
    registers,
  });
  const intervals = new LabelledGauge({
    name: "job_interval_seconds",
    help: "The time between two runs of a job.",
    labelNames,
    registers,
  });
  return (job) => {
    const { name, everySeconds, run } = job;
    intervals.set({ name }, everySeconds);
    successes.setToCurrentTime({ name });
    for (const outcome of ["done", "failed"]) durations.zero({ name, outcome });
    return {
      ...job,
      async run(services: Services, stopping: AbortSignal) {
        const startedAt = performance.now();
        const ended = (outcome: string) => durations.observe({ name, outcome }, (performance.now() - startedAt) / 1000);
        try {
          const result = await run(services, stopping);
          ended("done");
          successes.setToCurrentTime({ name });
          return result;
        } catch (error) {
          ended("failed");
          throw error;
        }
      },
    };
  };
}

type Gauge = { name: string; help: string };
const queueGauges: Record<keyof QueueState, Gauge> = {
  due: { name: "webhook_due", help: "Deliveries that are due and were not claimed yet." },
  waiting: { name: "webhook_open", help: "Deliveries that are neither delivered nor given up." },
  oldestSeconds: { name: "webhook_oldest_due_seconds", help: "How long the oldest due delivery has been due." },
  outboxPending: { name: "webhook_outbox_pending", help: "Outbox records that are not published yet." },
  outboxQuarantined: {
    name: "webhook_outbox_quarantined",
    help: "Quarantined outbox records: their events could not be published, and they are retried.",
  },
  clockGapSeconds: { name: "webhook_clock_gap_seconds", help: "How far the database's clock is ahead." },
};

const payoutGauges: Record<keyof PayoutWatch, Gauge> = {
  waiting: { name: "payouts_waiting", help: "Production payouts that wait for the float or the rail." },
  unknown: { name: "payouts_unknown", help: "Production payouts that the bank has not confirmed." },
  inReview: { name: "payouts_in_review", help: "Production payouts whose money waits for a person's decision." },
  cases: { name: "payout_cases", help: "Production payouts whose bank contradicted itself after the end." },
  oldestDueSeconds: {
    name: "payout_oldest_due_seconds",
    help: "How long the oldest due sending or query has been due.",
  },
};

const healthGauges: Record<keyof Health, Gauge> = {
  outboxOldest: {
    name: "outbox_oldest_seconds",
    help: "How long the oldest outbox record waits to be published, without quarantined ones.",
  },
  messageOldestDue: { name: "message_oldest_due_seconds", help: "How long the oldest due mail or text has been due." },
  uploadIdle: { name: "upload_idle_seconds", help: "How long the uploaded batch that waits longest has not advanced." },
  verifiedAge: {
    name: "ledger_verified_age_seconds",
    help: "How long ago the merchant checked longest ago was checked.",
  },
  comparedAge: {
    name: "ledger_compared_age_seconds",
    help: "How long ago the last complete comparison of all balances with what was proven began.",
  },
  unbalanced: { name: "ledger_unbalanced", help: "Merchants whose books do not balance." },
  standbys: { name: "database_standbys", help: "Standbys that follow the primary." },
  replicationSeconds: {
    name: "database_replication_lag_seconds",
    help: "How far the last standby is behind; NaN without pg_read_all_stats.",
  },
  replicationBytes: {
    name: "database_replication_lag_bytes",
    help: "Write-ahead log that the last standby has not replayed; NaN without pg_read_all_stats.",
  },
  archiveFailing: {
    name: "database_archive_failing",
    help: "1 while the primary's last try to archive its write-ahead log failed.",
  },
};

function watchQueue(services: Services, deliverer: Deliverer, registers: Registers): void {
  addGauge(registers, {
    name: "identity_enumeration_suspected",
    help: "Merchants whose identity look-ups today look like enumeration.",
    read: () => countSuspectedMerchants(services),
  });
  addGauge(registers, {
    name: "ledger_seal_problems",
    help: "Journals, audit rows and seals that do not match the hash chain.",
    read: async () => (await readSealState(services)).problems.length,
  });
  addGauge(registers, {
    name: "ledger_seal_age_seconds",
    help: "How long ago the moment is up to which everything is sealed.",
    read: async () => (await readSealState(services)).unsealedSeconds,
  });
  addGauge(registers, {
    name: "webhook_slots_used",
    help: "Deliveries in hand, open requests, and those not recorded yet.",
    read: () => deliverer.open(),
  });
  watchGauges(registers, queueGauges, () => readQueue(services));
}

/** Adds gauges of one state; one read serves all of them in a scrape. */
function watchGauges<K extends string>(
  registers: Registers,
  gauges: Record<K, Gauge>,
  readState: () => Promise<Record<K, number>>,
): void {
  let reading: Promise<Record<K, number>> | undefined;
  const read = () => {
    reading ??= readState().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  for (const [key, gauge] of Object.entries(gauges) as [K, Gauge][]) {
    addGauge(registers, { ...gauge, read: async () => (await read())[key] });
  }
}
