import { setTimeout as sleep } from "node:timers/promises";
import { openTracing } from "../contract/tracing.ts";
import { isLoopback } from "../contract/trusted-proxies.ts";
import packageJson from "../package.json" with { type: "json" };
import { assertRuntimeRole, compose } from "./compose.ts";
import { ConfigError, readConfig } from "./config.ts";
import { buildApp } from "./http/app.ts";
import { createLog } from "./http/monitoring/log.ts";
import { createMetrics } from "./http/monitoring/metrics.ts";
import { listenForScrapes } from "./http/monitoring/metrics-listener.ts";
import { stopOnSignal } from "./shutdown.ts";
import { listenOn, PortTaken } from "./taken-port.ts";

/** Key use is written and rate limits are read this often. */
const HOUSEKEEPING_MS = 5_000;

/** The HTTP process: serves the API until a signal. API 1. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.logLevel, name: "service" });
  const tracing = await openTracing(config.tracing, "wallet-service");
  const metrics = createMetrics({ hasTraces: tracing !== undefined });
  const { services, followRevocations, followPayouts, close } = compose(config, {
    name: "service",
    tracing,
    hooks: {
      committed: metrics.observeFlush,
      refused: metrics.observeRefusal,
      troubled(trouble) {
        metrics.observeTrouble(trouble);
        log.warn(trouble, "the ledger's connection has trouble");
      },
    },
    onIdleError: (error) => log.warn({ error }, "an idle database connection broke"),
  });
  await assertRuntimeRole(config, services.db);
  const leaving = new AbortController();
  const app = buildApp(services, {
    version: packageJson.version,
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    isLoopbackListener: config.host === "localhost" || isLoopback(config.host),
    hasDevelopmentOutbox: !config.isProduction,
    checkReplies: false,
    leaving: leaving.signal,
  });
  const revocations = followRevocations((error) =>
    log.warn({ error }, "the connection that hears of revocations has trouble"),
  );
  const payouts = followPayouts((error) =>
    log.warn({ error }, "the connection that hears of ended payouts has trouble"),
  );
  services.replicas?.start();
  const refreshRateLimits = () =>
    services.rateLimits?.refresh().catch((error) => log.warn({ error }, "the rate limits could not be read"));
  void refreshRateLimits();
  const housekeeping = setInterval(() => {
    services.keyUse?.flush().catch((error) => log.warn({ error }, "calls of keys wait to be counted"));
    void refreshRateLimits();
  }, HOUSEKEEPING_MS);
  stopOnSignal({
    withinSeconds: config.drainSeconds + config.shutdownSeconds,
    failed: (error) => log.fatal({ error }, "could not stop in order"),
    async stop(reason) {
      log.info({ reason }, "stopping: finishing what is in flight");
      leaving.abort();
      await sleep(config.drainSeconds * 1_000);
      // A keep-alive connection becomes idle when its last request has been answered.
      const reaper = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close();
      clearInterval(reaper);
      clearInterval(housekeeping);
      await revocations.close();
      await payouts.close();
      // Only counts: what follows must happen also without them.
      await services.keyUse?.flush().catch((error) => log.warn({ error }, "the last calls of keys are not counted"));
      await close();
      log.info({}, "stopped");
    },
  });
  const scraped = { port: config.serviceMetricsPort, addresses: config.metricsAddresses };
  await listenOn("SERVICE_METRICS_PORT", listenForScrapes(metrics, scraped));
  await listenOn("SERVICE_PORT", app.listen({ host: config.host, port: config.port }));
  log.info({ address: app.listeningOrigin }, "listening");
}

main().catch((error: unknown) => {
  const isExplained = error instanceof ConfigError || error instanceof PortTaken;
  process.stderr.write(`${error instanceof Error ? (isExplained ? error.message : error.stack) : error}\n`);
  process.exit(1);
});
