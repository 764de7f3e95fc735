import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import type { Caller, Services } from "../domain/context.ts";
import { callerAddress, parseTrustedProxies, type TrustedProxies } from "./address.ts";
import { headerOf } from "./auth.ts";
import { createBinder } from "./bind.ts";
import { BODY_LIMIT_BYTES, parseQuery, readJsonBodies } from "./body.ts";
import { answerBrokenRequests, answerFailures } from "./failures.ts";
import { type Log, silentLog } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createNoRoute } from "./no-route.ts";
import { observeRequests } from "./observe.ts";
import { requestIdOf } from "./request-id.ts";
import { authRoutes } from "./routes/auth.ts";
import { merchantRoutes } from "./routes/merchant.ts";
import { platformPaths, platformRoutes } from "./routes/platform.ts";
import { transactionRoutes } from "./routes/transactions.ts";
import { walletRoutes } from "./routes/wallets.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    address: string | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type AppOptions = {
  version?: string;
  log?: Log;
  metrics?: Metrics;
  /** `TRUSTED_PROXIES`: whose `X-Forwarded-For` and `X-Request-Id` count. */
  trustedProxies?: string;
  /** Whether the listener is on a loopback address: only then `/metrics` is there. */
  isLoopbackListener?: boolean;
  /** Answers that break their own schema become a 500: for tests. */
  checkReplies?: boolean;
};

/** The service without a port: every endpoint of the contract, and what stands beside them. Tests call it with `inject`. */
export function buildApp(services: Services, options: AppOptions = {}): FastifyInstance {
  const log = options.log ?? silentLog;
  const isTrusted = parseTrustedProxies(options.trustedProxies ?? "loopback");
  const table: Endpoint[] = Object.values(endpoints);
  const metrics = options.metrics ?? createMetrics();
  metrics.watch(services);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 500 },
    genReqId: (raw) => requestIdOf(raw, isTrusted, () => services.ids.next()),
    frameworkErrors: (error, request, reply) => answerBrokenRequests(error, request, reply),
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout: 60_000,
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("address", null);
  readJsonBodies(app);
  prepareRequests(app, isTrusted);
  answerFailures(app, log);
  refuseUnknownPaths(app, table);
  observeRequests(app, { log, metrics });

  const { bind, bindPublic, bindTheRest } = createBinder(app, services, { checkReplies: options.checkReplies ?? true });
  platformRoutes(app, bindPublic, services, {
    metrics,
    endpoints: table,
    version: options.version ?? "0.0.0",
    isLoopbackListener: options.isLoopbackListener ?? true,
  });
  authRoutes(bind, bindPublic);
  merchantRoutes(bind);
  transactionRoutes(bind);
  walletRoutes(bind);
  bindTheRest(table);
  return app;
}

/** What every answer carries, and the caller's address, before anything can fail. */
function prepareRequests(app: FastifyInstance, isTrusted: TrustedProxies): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff", "cache-control": "no-store" });
    request.address = callerAddress(connectionOf(request), isTrusted);
  });
}

/** Before the body is read: an address where nothing is has no opinion about content types. */
function refuseUnknownPaths(app: FastifyInstance, table: readonly Endpoint[]): void {
  const noRoute = createNoRoute(table, platformPaths);
  app.addHook("onRequest", async (request) => {
    if (request.is404) throw noRoute({ url: request.url, method: request.method });
  });
  app.setNotFoundHandler((request) => {
    throw noRoute({ url: request.url, method: request.method });
  });
}

function connectionOf(request: FastifyRequest) {
  return { remoteAddress: request.socket.remoteAddress, forwardedFor: headerOf(request, "x-forwarded-for") };
}
