import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The maximum time for a body. An upload may take an hour if it never stalls (receive-upload.ts). */
const BODY_TIMEOUT_MS = 60_000;
export const UPLOAD_TIMEOUT_MS = 3_600_000;

type Refuse = (error: Error & { code: string }, socket: Socket) => void;

/**
 * Ends requests whose body does not arrive in time. Node's own limit applies to all requests, so it is set for uploads. `refuse`
 * replies on the socket, as for invalid HTTP.
 */
export function enforceBodyTimeout(app: FastifyInstance, refuse: Refuse): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const timeout = (request: FastifyRequest) => () => {
    // A large body that is here may still wait for its place.
    if (request.raw.complete) return;
    refuse(Object.assign(new Error("a body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.raw.socket);
  };

  app.addHook("preParsing", (request, _reply, payload, done) => {
    // Most bodies arrive together with their head.
    if (!request.raw.complete && hasTimedBody(request))
      timers.set(request, setTimeout(timeout(request), BODY_TIMEOUT_MS).unref());
    done(null, payload);
  });
  const arrived = (request: FastifyRequest, done: () => void) => {
    clearTimeout(timers.get(request));
    done();
  };
  app.addHook("preValidation", (request, _reply, done) => arrived(request, done));
  app.addHook("onResponse", (request, _reply, done) => {
    discardUnreadBody(request);
    arrived(request, done);
  });
}

/** Stops reading the body of a request that was answered early, such as a rejected caller's. */
function discardUnreadBody({ raw, headers }: FastifyRequest): void {
  if (raw.complete || !declaresBody(headers)) return;
  const timer = setTimeout(() => raw.destroy(), BODY_TIMEOUT_MS).unref();
  raw.once("close", () => clearTimeout(timer));
}

/** Uploads have a separate limit. */
function hasTimedBody({ headers, routeOptions }: FastifyRequest): boolean {
  return !routeOptions.config.endpoint?.upload && declaresBody(headers);
}

function declaresBody(headers: IncomingHttpHeaders): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
