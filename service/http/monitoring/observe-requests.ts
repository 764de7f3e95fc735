import type { FastifyInstance, FastifyRequest } from "fastify";
import { isUnmatched } from "../requests/cors.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Writes one log line and one measurement per request, with the route's template instead of the path: paths and queries contain
 * IDs, phone numbers and names.
 */
export function observeRequests(app: FastifyInstance, to: { log: Log; metrics: Metrics }): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = (isUnmatched(request) ? undefined : request.routeOptions.url) ?? "unmatched";
    const fields = { method: request.method, route, status: reply.statusCode };
    to.metrics.observeRequest({ ...fields, seconds: reply.elapsedTime / 1000 });
    to.log.info(
      { requestId: request.id, ...fields, ms: Math.round(reply.elapsedTime * 10) / 10, ...callerFields(request) },
      "request",
    );
  });
}

function callerFields({ caller, address }: FastifyRequest): object {
  if (!caller) return { address };
  return { address, tenant: caller.tenant.id, actor: `${caller.actor.kind}:${caller.actor.id}` };
}
