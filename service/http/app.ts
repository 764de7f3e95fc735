import type { FastifyInstance } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { parseTrustedProxies } from "../../contract/trusted-proxies.ts";
import type { Services } from "../domain/context.ts";
import { type Log, silentLog } from "./monitoring/log.ts";
import { createMetrics, type Metrics } from "./monitoring/metrics.ts";
import { parseOrigins } from "./requests/cors.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { authRoutes } from "./routes/auth.ts";
import { bankCreditRoutes } from "./routes/bank-credits.ts";
import { batchFileRoutes } from "./routes/batch-files.ts";
import { batchRoutes } from "./routes/batches.ts";
import { cardAuthorizationRoutes } from "./routes/card-authorizations.ts";
import { cardRoutes } from "./routes/cards.ts";
import { customerRoutes } from "./routes/customers.ts";
import { identityRoutes } from "./routes/identity.ts";
import { insightRoutes } from "./routes/insights.ts";
import { insightCustomerRoutes } from "./routes/insights-customers.ts";
import { jsonBatchRoutes } from "./routes/json-batches.ts";
import { merchantRoutes } from "./routes/merchant.ts";
import { payoutBatchRoutes } from "./routes/payout-batches.ts";
import { payoutRoutes } from "./routes/payouts.ts";
import { platformRoutes } from "./routes/platform.ts";
import { reconciliationRoutes } from "./routes/reconciliation.ts";
import { reversalRoutes } from "./routes/reversals.ts";
import { searchRoutes } from "./routes/search.ts";
import { teamRoutes } from "./routes/team.ts";
import { transactionRoutes } from "./routes/transactions.ts";
import { transferRoutes } from "./routes/transfers.ts";
import { walletImportRoutes } from "./routes/wallet-imports.ts";
import { walletRoutes } from "./routes/wallets.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { createServer } from "./server.ts";

export type AppOptions = {
  version?: string;
  log?: Log;
  metrics?: Metrics;
  /** `TRUSTED_PROXIES`: proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted. */
  trustedProxies?: string;
  /** `CORS_ORIGINS`: origins whose pages may read replies. */
  corsOrigins?: string;
  /** Whether the listener uses a loopback address. Otherwise `/metrics` does not exist. */
  isLoopbackListener?: boolean;
  /** Whether `GET /dev/outbox` exists. Never in production. */
  hasDevelopmentOutbox?: boolean;
  /** Aborted when the process is about to stop: it is no longer ready, and its connections end with their next reply. */
  leaving?: AbortSignal;
  /** Turns replies that violate their schema into a 500. For tests. */
  checkReplies?: boolean;
};

/**
 * Builds the service without opening a port: all endpoints of the contract, health, metrics and documentation. Tests
 * call `inject`.
 */
export function buildApp(services: Services, options: AppOptions = {}): FastifyInstance {
  const table: Endpoint[] = Object.values(endpoints);
  const metrics = options.metrics ?? createMetrics();
  const trustedProxies = options.trustedProxies ?? "loopback";
  metrics.watch(services);
  const { app, binder } = createServer(services, {
    table,
    log: options.log ?? silentLog,
    metrics,
    trustedProxies,
    corsOrigins: parseOrigins(options.corsOrigins ?? ""),
    checkReplies: options.checkReplies ?? true,
    leaving: options.leaving,
  });
  const { bind, bindPublic, bindCsv, bindUpload, bindRaw } = binder;
  platformRoutes(app, bindPublic, services, {
    metrics,
    endpoints: table,
    version: options.version ?? "0.0.0",
    isTrustedProxy: parseTrustedProxies(trustedProxies),
    isLoopbackListener: options.isLoopbackListener ?? true,
    hasDevelopmentOutbox: options.hasDevelopmentOutbox ?? false,
    leaving: options.leaving,
  });
  approvalRoutes(bind);
  authRoutes(bind, bindPublic);
  merchantRoutes(binder);
  insightCustomerRoutes(bind);
  reconciliationRoutes(bind, bindUpload);
  insightRoutes(bind);
  teamRoutes(bind, bindPublic);
  bankCreditRoutes(bind, bindRaw);
  cardAuthorizationRoutes(bind, bindRaw);
  batchRoutes(bind);
  customerRoutes(bind);
  identityRoutes(bind);
  batchFileRoutes({ bind, bindCsv, bindUpload });
  jsonBatchRoutes(bind);
  searchRoutes(bind);
  transactionRoutes(binder);
  reversalRoutes(bind);
  transferRoutes(bind);
  payoutRoutes(bind);
  cardRoutes(bind);
  payoutBatchRoutes(bind);
  walletImportRoutes({ bind, bindCsv, bindUpload });
  walletRoutes(bind, bindCsv);
  webhookRoutes(bind);
  return app;
}
