import type { FastifyInstance, FastifyRequest } from "fastify";
import { isUnmatched } from "../requests/cors.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/**
 * One log line and one measurement per request. The route's template stands for the address: paths and queries hold IDs,
 * numbers and names of people.
 */
export function observeRequests(app: FastifyInstance, to: { log: Log; metrics: Metrics }): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = (isUnmatched(request) ? undefined : request.routeOptions.url) ?? "unmatched";
    const facts = { method: request.method, route, status: reply.statusCode };
    to.metrics.observeRequest({ ...facts, seconds: reply.elapsedTime / 1000 });
    to.log.info(
      { requestId: request.id, ...facts, ms: Math.round(reply.elapsedTime * 10) / 10, ...callerFields(request) },
      "request",
    );
  });
}

function callerFields({ caller, address }: FastifyRequest): object {
  if (!caller) return { address };
  return { address, tenant: caller.tenant.id, actor: `${caller.actor.kind}:${caller.actor.id}` };
}
