import "server-only";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { callerAddress } from "../../contract/trusted-proxies.ts";
import type { Settings } from "./env.ts";

/**
 * An upload may take an hour while it makes progress (time-limit.ts). Other bodies have a shorter limit
 * (request-body.ts).
 */
const REQUEST_MS = 3_600_000;

// On globalThis, because Next bundles the server start, routes and pages separately. The name is random, so that no
// client can send this header.
const NAME = Symbol.for("merchant-wallet.caller-header");
const shared: typeof globalThis & { [NAME]?: string } = globalThis;
shared[NAME] ??= `x-caller-${randomBytes(16).toString("hex")}`;

/** The request header with the caller's address. Absent without `watchConnections`. */
export const CALLER_HEADER = shared[NAME];

/**
 * Records the caller's address on every incoming request: routes and pages have no access to the connection, and Next
 * passes on the `X-Forwarded-For` that the caller sent. Call once, before the first request. Decision 0045.
 */
export function watchConnections({ isTrustedProxy }: Pick<Settings, "isTrustedProxy">): void {
  subscribe("http.server.request.start", (message) => {
    const { request, server } = message as { request: IncomingMessage; server: Server };
    server.requestTimeout = REQUEST_MS;
    repairRequest(request);
    const { remoteAddress } = request.socket;
    const forwardedFor = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
    const address = callerAddress({ remoteAddress, forwardedFor }, isTrustedProxy);
    if (address !== null) request.headers[CALLER_HEADER] = address;
  });
}

/**
 * Next answers a path that is not valid percent-encoding, and the method TRACE, with a bare 500. Such a path counts as
 * literal text, so that it gets the usual answer for unknown addresses; TRACE becomes a method that Next refuses.
 */
function repairRequest(request: Pick<IncomingMessage, "url" | "method">): void {
  if (request.method === "TRACE") request.method = "UNSUPPORTED";
  const [path = "", ...query] = (request.url ?? "").split("?");
  if (!isDecodable(path)) request.url = [path.replaceAll("%", "%25"), ...query].join("?");
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
