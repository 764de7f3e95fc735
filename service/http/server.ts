import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Caller, Services } from "../domain/context.ts";
import { callerAddress, parseTrustedProxies, type TrustedProxies } from "./address.ts";
import { limitArrival, UPLOAD_MS } from "./arrival.ts";
import { headerOf } from "./auth.ts";
import { type Binder, createBinder } from "./bind.ts";
import { BODY_LIMIT_BYTES, parseQuery, readJsonBodies } from "./body.ts";
import { answerBrokenConnections } from "./broken-connections.ts";
import { answerBrokenRequests, answerFailures, SAFETY_HEADERS } from "./failures.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { createNoRoute } from "./no-route.ts";
import { observeRequests } from "./observe.ts";
import { requestIdOf } from "./request-id.ts";
import { platformPaths } from "./routes/platform.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    address: string | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type ServerParts = {
  table: readonly Endpoint[];
  log: Log;
  metrics: Metrics;
  trustedProxies: string;
  checkReplies: boolean;
};

/** A server without routes: it reads requests, names them, refuses what leads nowhere, translates failures, and observes. Api 1. */
export function createServer(services: Services, parts: ServerParts): { app: FastifyInstance; binder: Binder } {
  const isTrusted = parseTrustedProxies(parts.trustedProxies);
  const answerBroken = answerBrokenConnections(() => services.ids.next());
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 500 },
    genReqId: (raw) => requestIdOf(raw, isTrusted, () => services.ids.next()),
    frameworkErrors: answerBrokenRequests(parts.log),
    clientErrorHandler: answerBroken,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout: UPLOAD_MS,
    http: { headersTimeout: 60_000 },
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("address", null);
  readJsonBodies(app);
  prepareRequests(app, isTrusted);
  limitArrival(app, answerBroken);
  answerFailures(app, parts.log);
  refuseUnknownPaths(app, parts.table);
  observeRequests(app, parts);
  return { app, binder: createBinder(app, services, parts) };
}

/** What every answer carries, and the caller's address, before anything can fail. */
function prepareRequests(app: FastifyInstance, isTrusted: TrustedProxies): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ "x-request-id": request.id, ...SAFETY_HEADERS });
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
