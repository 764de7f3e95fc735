import type { FastifyInstance } from "fastify";

const READABLE = "X-Access-Token,X-Refresh-Token,X-Request-Id,Idempotency-Replayed";
const METHODS = "GET,POST,PUT,PATCH,DELETE";
const PREFLIGHT_SECONDS = "600";

/**
 * Lets pages of `origins` call the service from a browser and read its answers; without any, no answer says a word about it.
 * Nothing here rests on cookies: whoever calls brings a token. Wire facts 1.1.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    reply.header("vary", "Origin");
    if (headers.origin === undefined || !origins.includes(headers.origin)) return;
    reply.headers({
      "access-control-allow-origin": headers.origin,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": READABLE,
    });
    if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return;
    return reply
      .code(204)
      .headers({
        "access-control-allow-methods": METHODS,
        "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
        "access-control-max-age": PREFLIGHT_SECONDS,
      })
      .send();
  });
}
