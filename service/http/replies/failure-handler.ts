import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failures } from "../../../contract/errors.ts";
import type { Log } from "../monitoring/log.ts";
import { JSON_TYPE, renderFailure, toFailure } from "./render-failure.ts";

/** On every response, so that a browser neither guesses its type, stores it, frames it nor runs anything in it. */
export const SAFETY_HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  // Browsers ignore it over plain HTTP, which only the same machine uses.
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};

/** Replies to errors of a route with the failure envelope. Logs internal errors with the same request ID. */
export function setFailureHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
    if (failures[failure.code].status >= 500) {
      log.error({ requestId: request.id, route: request.routeOptions.url, error }, "request failed");
    }
    return sendFailure(error, request, reply);
  });
}

/** Does the same for requests that the router cannot parse. No hook runs for them, so it writes their log line. */
export function createFrameworkErrorHandler(log: Log) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ "x-request-id": request.id, ...SAFETY_HEADERS });
    sendFailure(error, request, reply);
    log.info(
      { requestId: request.id, method: request.method, route: "unmatched", status: reply.statusCode },
      "request",
    );
  };
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const endpoint = request.routeOptions?.config?.endpoint;
  const family = endpoint?.family ?? familyOfPath(request.url);
  const answer = renderFailure(toFailure(error, endpoint), { requestId: request.id, family });
  return reply.code(answer.status).headers(answer.headers).type(JSON_TYPE).send(answer.body);
}

/** For an unknown path, its prefix tells the family. */
function familyOfPath(url: string): "success" | undefined {
  return url.startsWith("/v1/merchant/webhook/") ? "success" : undefined;
}
