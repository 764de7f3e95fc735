import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { isLoopback, type TrustedProxies } from "../../../contract/trusted-proxies.ts";
import { checkForTraffic, checkReadiness, isReady } from "../../domain/check-readiness.ts";
import type { Services } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import { readDevelopmentOutbox } from "../../domain/messages/development-outbox.ts";
import { DOCS_HEADERS, docsPage } from "../docs/docs-page.ts";
import { openApiDocument } from "../docs/openapi.ts";
import { postmanCollection } from "../docs/postman.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { JSON_TYPE, renderFailure } from "../replies/render-failure.ts";
import { publicOrigin } from "../requests/public-origin.ts";
import type { BindPublic } from "../route.ts";

/** Paths outside the base path, without a credential. API 1. */
export const platformPaths = ["/healthz", "/readyz", "/metrics", "/openapi.json", "/postman.json", "/docs"] as const;

type PlatformOptions = {
  metrics: Metrics;
  endpoints: readonly Endpoint[];
  version: string;
  isTrustedProxy: TrustedProxies;
  isLoopbackListener: boolean;
  hasDevelopmentOutbox: boolean;
  leaving: AbortSignal | undefined;
};

/** Health, metrics and documentation, and `GET /v1`, which links to them. */
export function platformRoutes(
  app: FastifyInstance,
  bindPublic: BindPublic,
  services: Services,
  options: PlatformOptions,
): void {
  bindPublic(endpoints.getServiceInfo, async () => ({
    name: "merchant-wallet",
    version: options.version,
    links: {
      documentation: "/docs",
      openapi: "/openapi.json",
      postman: "/postman.json",
      health: "/healthz",
      readiness: "/readyz",
    },
  }));
  app.get("/healthz", async (_request, reply) => sendJson(reply, 200, { status: true, message: requestTexts.alive }));
  app.get("/readyz", async (request, reply) => {
    // Proxies ask with `for=traffic`: an API without its worker or its sandbox bank still serves. Others ask whether everything works.
    const { for: purpose } = (request.query ?? {}) as { for?: unknown };
    const checks = await (purpose === "traffic" ? checkForTraffic(services) : checkReadiness(services));
    if (isReady(checks) && !options.leaving?.aborted) {
      return sendJson(reply, 200, { status: true, message: requestTexts.ready, checks });
    }
    const failure = renderFailure(new Failure("unavailable", { message: requestTexts.notReady }), {
      requestId: request.id,
    });
    return sendJson(reply, failure.status, { ...JSON.parse(failure.body), checks });
  });
  app.get("/metrics", async (request, reply) => {
    if (!options.isLoopbackListener || !isLocal(request)) throw new Failure("not_found");
    return reply.type(options.metrics.contentType).send(await options.metrics.text());
  });
  if (options.hasDevelopmentOutbox) outboxRoute(app, services);
  documentationRoutes(app, options);
}

/** Checks the address of the connection and, behind a proxy, the forwarded address. */
function isLocal(request: FastifyRequest): boolean {
  return isLoopback(request.socket.remoteAddress) && isLoopback(request.address);
}

/**
 * Messages that were sent without an SMTP or SMS provider. They contain codes, so this route never exists in production, and
 * answers only this machine: a reachable listener must not reveal codes because NODE_ENV was not set. API 3.
 */
function outboxRoute(app: FastifyInstance, services: Services): void {
  app.get("/dev/outbox", async (request, reply) => {
    if (!isLocal(request)) throw new Failure("not_found");
    const { to } = (request.query ?? {}) as { to?: unknown };
    const data = await readDevelopmentOutbox(services, typeof to === "string" && to !== "" ? to : undefined);
    return sendJson(reply, 200, { data });
  });
}

// Placeholder for the origin in the rendered page. Each request replaces it with its own origin.
const ORIGIN = "https://origin.invalid";

/**
 * Renders the documents on the first request and caches them: the endpoints do not change, and the routes are public.
 */
function documentationRoutes(app: FastifyInstance, options: PlatformOptions): void {
  let rendered: { json: string; postman: string; page: string } | undefined;
  const documentation = () => {
    if (!rendered) {
      const document = openApiDocument(options.endpoints, options.version);
      const postman = JSON.stringify(postmanCollection(options.endpoints, options.version));
      rendered = { json: JSON.stringify(document), postman, page: docsPage(document, ORIGIN) };
    }
    return rendered;
  };
  app.get("/openapi.json", async (_request, reply) => reply.type(JSON_TYPE).send(documentation().json));
  app.get("/postman.json", async (_request, reply) => reply.type(JSON_TYPE).send(documentation().postman));
  app.get("/docs", async (request, reply) => {
    const origin = publicOrigin(request, options.isTrustedProxy);
    return reply.headers(DOCS_HEADERS).send(documentation().page.replaceAll(ORIGIN, origin));
  });
}

function sendJson(reply: FastifyReply, status: number, value: object): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(value));
}
