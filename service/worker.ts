import { openTracing } from "../contract/tracing.ts";
import { assertMigrated, assertRuntimeRole, type Composition, compose } from "./compose.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { listenForWork } from "./db/wake-signal.ts";
import { createPayoutRunner } from "./domain/payouts/run-payouts.ts";
import { createDeliverer } from "./domain/webhooks/deliveries/deliver-due-webhooks.ts";
import { createLog, type Log } from "./http/monitoring/log.ts";
import { listenForScrapes } from "./http/monitoring/metrics-listener.ts";
import { createWorkerMetrics } from "./http/monitoring/worker-metrics.ts";
import { compareSettlementFiles } from "./jobs/compare-settlements.ts";
import { deliverQueuedMessages } from "./jobs/deliver-messages.ts";
import { deliverWebhooks } from "./jobs/deliver-webhooks.ts";
import { expirePendingApprovals } from "./jobs/expire-approvals.ts";
import { expireAnswers } from "./jobs/expire-stored-answers.ts";
import { fanOut } from "./jobs/fan-out-events.ts";
import { foldWalletActivity } from "./jobs/fold-activity.ts";
import { foldDaySums } from "./jobs/fold-rollups.ts";
import { foldWebhookStats } from "./jobs/fold-webhook-stats.ts";
import { heartbeat } from "./jobs/heartbeat.ts";
import { mailMembers } from "./jobs/mail-members.ts";
import { discardUploads, processUploadedBatches } from "./jobs/process-batches.ts";
import { discardWalletImports, processWalletImports } from "./jobs/process-wallet-imports.ts";
import { mailDailyHead, publishDailyHead } from "./jobs/publish-head.ts";
import { discardSettlements, pullSettlementFiles } from "./jobs/pull-settlements.ts";
import { purgeOldMessages } from "./jobs/purge-messages.ts";
import { purgeTraces } from "./jobs/purge-sign-in-traces.ts";
import { informCardIssuers, resolveCardOrders } from "./jobs/resolve-card-orders.ts";
import { retainWebhookHistory } from "./jobs/retain-webhooks.ts";
import { retryQuarantinedRecords } from "./jobs/retry-quarantined-records.ts";
import { runJobs } from "./jobs/run-jobs.ts";
import { runBulkReplays } from "./jobs/run-replays.ts";
import { sealBooks } from "./jobs/seal-books.ts";
import { sendPayouts } from "./jobs/send-payouts.ts";
import { settleCardPayments } from "./jobs/settle-cards.ts";
import { verifyAllEntries, verifyNewEntries } from "./jobs/verify-ledger.ts";
import { createWakeUps, type WakeUps } from "./jobs/wake-ups.ts";
import { watchMerchantBalances } from "./jobs/watch-balances.ts";
import { watchClock } from "./jobs/watch-clock.ts";
import { stopOnSignal } from "./shutdown.ts";
import { listenOn, PortTaken } from "./taken-port.ts";

/** A delivery attempt takes at most 12 s: 10 s, and 2 s for the response body. The rest of the shutdown time is for recording. */
const DRAIN_SECONDS = 12;

const settlementJobs = (work: WakeUps) => [
  settleCardPayments(work),
  pullSettlementFiles,
  compareSettlementFiles,
  discardSettlements,
];

/** The background process: runs the jobs until a signal. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.logLevel, name: "worker" });
  const metrics = createWorkerMetrics();
  const { services, close } = await composeWorker(config, { log, metrics });
  const [work, deliveries, payoutSlots] = [createWakeUps(), createWakeUps(), createWakeUps()];
  const signal = listenForWork({
    url: config.databaseUrl,
    onSignal: work.wake,
    onTrouble: (error) => log.warn({ error }, "the connection that hears of work has trouble"),
  });
  const deliverer = createDeliverer(services, {
    hooks: {
      ...metrics.hooks,
      ready: deliveries.wake,
      failed: (error) => log.error({ error }, "deliveries could not be sent or recorded yet"),
    },
  });
  const payouts = createPayoutRunner(services, {
    hooks: {
      ...metrics.payoutHooks,
      ready: payoutSlots.wake,
      alarm: (alarm) => log.error(alarm, "a payout waits: the rail or its float is away, or a person has to decide"),
      failed: (error) => log.error({ error }, "a payout could not be sent, asked about or recorded yet"),
    },
  });
  metrics.watch(services, deliverer);
  const scraped = { port: config.workerMetricsPort, addresses: config.metricsAddresses };
  await listenOn("WORKER_METRICS_PORT", listenForScrapes(metrics, scraped));
  const jobs = runJobs(
    services,
    [
      heartbeat,
      sealBooks,
      publishDailyHead,
      mailDailyHead,
      verifyNewEntries,
      verifyAllEntries,
      expireAnswers,
      purgeTraces,
      expirePendingApprovals,
      ...mailMembers,
      deliverQueuedMessages(metrics.countMessages),
      purgeOldMessages,
      processUploadedBatches,
      discardUploads,
      processWalletImports,
      discardWalletImports,
      fanOut(work, deliveries),
      retryQuarantinedRecords,
      deliverWebhooks(deliverer, deliveries),
      sendPayouts(payouts, [work, payoutSlots]),
      resolveCardOrders,
      informCardIssuers,
      ...settlementJobs(work),
      runBulkReplays,
      foldWebhookStats,
      retainWebhookHistory,
      watchClock,
      watchMerchantBalances,
      foldDaySums,
      foldWalletActivity,
    ].map(metrics.measured),
    log,
  );
  stopOnSignal({
    withinSeconds: config.shutdownSeconds,
    failed: (error) => log.fatal({ error }, "could not stop in order"),
    async stop(reason) {
      log.info({ reason }, "stopping: finishing the running jobs");
      await jobs.stop();
      await Promise.all([deliverer.drain(drainMs(config)), payouts.drain(drainMs(config))]);
      await signal.close();
      await close();
      log.info({}, "stopped");
    },
  });
  log.info({}, "working");
}

async function composeWorker(
  config: Config,
  { log, metrics }: { log: Log; metrics: ReturnType<typeof createWorkerMetrics> },
): Promise<Composition> {
  const composition = compose(config, {
    name: "worker",
    tracing: await openTracing(config.tracing, "wallet-worker"),
    hooks: {
      committed: metrics.observeFlush,
      troubled(trouble) {
        metrics.observeTrouble(trouble);
        log.warn(trouble, "the ledger's connection has trouble");
      },
    },
    onIdleError: (error) => log.warn({ error }, "an idle database connection broke"),
  });
  await assertRuntimeRole(config, composition.services.db);
  await assertMigrated(composition.services.db);
  return composition;
}

function drainMs({ shutdownSeconds }: Config): number {
  return Math.min(DRAIN_SECONDS, shutdownSeconds * 0.75) * 1000;
}

main().catch((error: unknown) => {
  const isExplained = error instanceof ConfigError || error instanceof PortTaken;
  process.stderr.write(`${error instanceof Error ? (isExplained ? error.message : error.stack) : error}\n`);
  process.exit(1);
});
