import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Tracing } from "../../../contract/tracing.ts";
import type { TrustedProxies } from "../../../contract/trusted-proxies.ts";
import { headerOf } from "../requests/authorize.ts";
import { isUnmatched } from "../requests/cors.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

type Observers = { log: Log; metrics: Metrics; tracing?: Tracing | undefined; isTrusted: TrustedProxies };

/**
 * Writes one log line and one measurement per request, and one span when tracing is on, with the route's template instead of the path:
 * paths and queries contain IDs, phone numbers and names.
 */
export function observeRequests(app: FastifyInstance, to: Observers): void {
  if (to.tracing) traceRequests(app, to.tracing, to.isTrusted);
  app.addHook("onResponse", (request, reply, done) => {
    const route = (isUnmatched(request) ? undefined : request.routeOptions.url) ?? "unmatched";
    const fields = { method: request.method, route, status: reply.statusCode };
    const { span } = request;
    span?.end(
      { "http.response.status_code": reply.statusCode },
      reply.statusCode >= 500 ? `${reply.statusCode}` : undefined,
    );
    to.metrics.observeRequest({ ...fields, seconds: reply.elapsedTime / 1000, traceId: span?.traceId });
    to.log.info(
      {
        requestId: request.id,
        ...(span && { traceId: span.traceId }),
        ...fields,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...callerFields(request),
      },
      "request",
    );
    done();
  });
}

/**
 * A span for each call of an endpoint, which is the current one while it is handled. A trusted proxy's trace is continued. Anybody else's is linked
 * only, so that strangers decide neither what is recorded nor which trace it joins. Decision 0185.
 */
function traceRequests(app: FastifyInstance, tracing: Tracing, isTrusted: TrustedProxies): void {
  app.addHook("onRequest", async (request) => {
    const { url: route = "", config } = request.routeOptions;
    if (!config.endpoint) return;
    const given = headerOf(request, "traceparent");
    const isOurs = isTrusted(request.socket.remoteAddress ?? "");
    request.span = tracing.start(`${request.method} ${route}`, {
      kind: "server",
      parent: isOurs ? given : undefined,
      links: given === undefined || isOurs ? [] : [given],
      attributes: { "http.request.method": request.method, "http.route": route, "wallet.request": request.id },
    });
  });
  app.addHook("preHandler", (request, _reply, done) => (request.span ? tracing.run(request.span, done) : done()));
}

function callerFields({ caller, address }: FastifyRequest): object {
  if (!caller) return { address };
  return { address, tenant: caller.tenant.id, actor: `${caller.actor.kind}:${caller.actor.id}` };
}
