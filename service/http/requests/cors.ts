import fastifyCors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";

// Response headers that pages may read: a renewed token pair, the rate limit, and the facts for a question to support. Wire 1.1.
const EXPOSED_HEADERS =
  "X-Access-Token,X-Refresh-Token,X-Request-Id,Idempotency-Replayed,RateLimit,RateLimit-Policy,Retry-After";
const METHODS = "GET,POST,PUT,PATCH,DELETE";
const MAX_AGE_SECONDS = 86_400;

/** Parses `CORS_ORIGINS`: origins such as `https://shop.example`, separated by commas. @throws on any other part */
export function parseOrigins(text: string): ReadonlySet<string> {
  const parts = text.split(",").map((part) => part.trim());
  const origins = parts.filter((part) => part !== "");
  for (const origin of origins) {
    if (!/^https?:/.test(origin) || new URL(origin).origin !== origin) throw new Error(`${origin} is not an origin`);
  }
  return new Set(origins);
}

/** Lets pages of these origins call the service and read its replies. Other origins get no CORS header. Wire 1.1. */
export function allowOrigins(app: FastifyInstance, origins: ReadonlySet<string>): void {
  if (origins.size === 0) return;
  const optionsOf = ({ headers }: FastifyRequest): FastifyCorsOptions => ({
    origin: headers.origin !== undefined && origins.has(headers.origin) ? headers.origin : false,
    credentials: true,
    exposedHeaders: EXPOSED_HEADERS,
    methods: METHODS,
    maxAge: MAX_AGE_SECONDS,
    // OPTIONS without these headers is no preflight: it gets 405 like any other method that a path does not support.
    preflight: headers["access-control-request-method"] !== undefined,
  });
  app.register(fastifyCors, { delegator: (request, done) => done(null, optionsOf(request)) });
}

/** Whether no endpoint handles the request. The CORS plugin adds a route for OPTIONS to every path. */
export function isUnmatched(request: FastifyRequest): boolean {
  return request.is404 || request.method === "OPTIONS";
}
