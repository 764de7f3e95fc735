import "server-only";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { callerAddress } from "../../contract/trusted-proxies.ts";
import type { Settings } from "./env.ts";

/** An upload may take an hour as long as it moves (time-limit.ts); what is no upload is given up sooner (request-body.ts). */
const REQUEST_MS = 3_600_000;

// Shared on globalThis: Next bundles this start, routes and pages apart. Nobody outside this process knows the name, so nobody
// outside can send the header.
const NAME = Symbol.for("merchant-wallet.caller-header");
const shared: typeof globalThis & { [NAME]?: string } = globalThis;
shared[NAME] ??= `x-caller-${randomBytes(16).toString("hex")}`;

/** Under this header each request carries the address that it came from; without `watchConnections` none does. */
export const CALLER_HEADER = shared[NAME];

/**
 * Notes on each request that this process takes where it comes from: routes and pages see no connection, and what Next leaves in
 * `X-Forwarded-For` is whatever the caller wrote there. Called once, before the first request. Decision 0045.
 */
export function watchConnections({ isTrustedProxy }: Pick<Settings, "isTrustedProxy">): void {
  subscribe("http.server.request.start", (message) => {
    const { request, server } = message as { request: IncomingMessage; server: Server };
    server.requestTimeout = REQUEST_MS;
    const { remoteAddress } = request.socket;
    const forwardedFor = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
    const address = callerAddress({ remoteAddress, forwardedFor }, isTrustedProxy);
    if (address !== null) request.headers[CALLER_HEADER] = address;
  });
}
