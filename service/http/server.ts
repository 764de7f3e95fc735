import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Span } from "../../contract/tracing.ts";
import { callerAddress, parseTrustedProxies, type TrustedProxies } from "../../contract/trusted-proxies.ts";
import type { Caller, Services } from "../domain/context.ts";
import type { Leave } from "../domain/places.ts";
import { type Binder, createBinder } from "./bind.ts";
import type { Log } from "./monitoring/log.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import { observeRequests } from "./monitoring/observe-requests.ts";
import { createClientErrorHandler } from "./replies/client-errors.ts";
import { createFrameworkErrorHandler, SAFETY_HEADERS, setFailureHandler } from "./replies/failure-handler.ts";
import { createUnknownPathFailure } from "./replies/unknown-path.ts";
import { headerOf } from "./requests/authorize.ts";
import { enforceBodyTimeout, UPLOAD_TIMEOUT_MS } from "./requests/body-timeout.ts";
import { allowOrigins, isUnmatched } from "./requests/cors.ts";
import type { ListPath } from "./requests/large-body.ts";
import { BODY_LIMIT_BYTES, parseQuery, readJsonBodies } from "./requests/read-body.ts";
import { requestIdOf } from "./requests/request-id.ts";
import { platformPaths } from "./routes/platform.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    address: string | null;
    /** Present when tracing is on. */
    span: Span | null;
    /** The name of the list in a large body that is checked in slices. */
    largeList: ListPath | null;
    /** Waits for a place for a large body, and returns what gives it back. */
    beginLargeBody: (() => Promise<Leave>) | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type ServerOptions = {
  table: readonly Endpoint[];
  log: Log;
  metrics: Metrics;
  trustedProxies: string;
  corsOrigins?: ReadonlySet<string>;
  checkReplies: boolean;
  leaving?: AbortSignal | undefined;
};

/** Creates a server without routes: request IDs, body parsing, CORS, unknown paths, failures, logs, metrics. API 1. */
export function createServer(services: Services, options: ServerOptions): { app: FastifyInstance; binder: Binder } {
  const isTrusted = parseTrustedProxies(options.trustedProxies);
  const handleClientError = createClientErrorHandler(() => services.ids.next());
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 500 },
    genReqId: (raw) => requestIdOf(raw, isTrusted, () => services.ids.next()),
    frameworkErrors: createFrameworkErrorHandler(options.log),
    clientErrorHandler: handleClientError,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: { headersTimeout: 60_000 },
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("address", null);
  app.decorateRequest("span", null);
  readJsonBodies(app);
  prepareRequests(app, isTrusted, options.leaving);
  allowOrigins(app, options.corsOrigins ?? new Set());
  setFailureHandler(app, options.log);
  // Hooks run in the order they are added. The CORS hooks run first, so that pages can also read failures.
  app.after(() => {
    enforceBodyTimeout(app, handleClientError);
    rejectUnknownPaths(app, options.table);
    observeRequests(app, { ...options, tracing: services.tracing, isTrusted });
  });
  return { app, binder: createBinder(app, services, options) };
}

/** Sets the headers of every reply and the caller's address before anything can fail. */
function prepareRequests(app: FastifyInstance, isTrusted: TrustedProxies, leaving: AbortSignal | undefined): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).headers(SAFETY_HEADERS);
    // A proxy must not send its next request on a connection that is about to close.
    if (leaving?.aborted) reply.header("connection", "close");
    request.address = callerAddress(connectionOf(request), isTrusted);
    done();
  });
}

/** Rejects unknown paths before the body is read. Otherwise a wrong content type would hide the 404. */
function rejectUnknownPaths(app: FastifyInstance, table: readonly Endpoint[]): void {
  const unknownPath = createUnknownPathFailure(table, platformPaths);
  app.addHook("onRequest", (request, _reply, done) => {
    done(isUnmatched(request) ? unknownPath({ url: request.url, method: request.method }) : undefined);
  });
  app.setNotFoundHandler((request) => {
    throw unknownPath({ url: request.url, method: request.method });
  });
}

function connectionOf(request: FastifyRequest) {
  return { remoteAddress: request.socket.remoteAddress, forwardedFor: headerOf(request, "x-forwarded-for") };
}
