import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "../../../contract/trusted-proxies.ts";

/** The request ID: the one of a trusted proxy, so that both logs share it, or a new one. API 1. */
export function requestIdOf(
  raw: Pick<IncomingMessage, "headers" | "socket">,
  isTrusted: TrustedProxies,
  newId: () => string,
): string {
  const given = raw.headers["x-request-id"];
  const isWellFormed = typeof given === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/.test(given);
  return isWellFormed && isTrusted(raw.socket.remoteAddress ?? "") ? given : newId();
}
