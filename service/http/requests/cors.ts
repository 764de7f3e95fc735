import type { FastifyInstance } from "fastify";

// What a page may read besides the body: a new pair of tokens, and how to ask about a request (wire 1.1).
const EXPOSED = "X-Access-Token,X-Refresh-Token,X-Request-Id,Idempotency-Replayed";
const METHODS = "GET,POST,PUT,PATCH,DELETE";
const DAY_SECONDS = "86400";

/** Reads `CORS_ORIGINS`: origins such as `https://shop.example`, separated by commas. @throws on anything else */
export function parseOrigins(text: string): ReadonlySet<string> {
  const parts = text.split(",").map((part) => part.trim());
  const origins = parts.filter((part) => part !== "");
  for (const origin of origins) {
    if (!/^https?:/.test(origin) || new URL(origin).origin !== origin) throw new Error(`${origin} is not an origin`);
  }
  return new Set(origins);
}

/** Lets pages of these origins call the service and read its answers; all others get no word of it. Wire 1.1. */
export function allowOrigins(app: FastifyInstance, origins: ReadonlySet<string>): void {
  if (origins.size === 0) return;
  app.addHook("onRequest", async (request, reply) => {
    const { origin, "access-control-request-headers": wanted } = request.headers;
    reply.header("vary", "Origin");
    if (!origin || !origins.has(origin)) return;
    reply.headers({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": EXPOSED,
    });
    if (request.method !== "OPTIONS" || !request.headers["access-control-request-method"]) return;
    reply.headers({ "access-control-allow-methods": METHODS, "access-control-max-age": DAY_SECONDS });
    if (wanted) reply.header("access-control-allow-headers", wanted);
    return reply.code(204).send();
  });
}
