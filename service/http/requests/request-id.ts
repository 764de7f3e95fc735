import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "../../../contract/trusted-proxies.ts";

/** The ID of a request: a trusted proxy's own, so that one ID runs through both logs, else a new one. Api 1. */
export function requestIdOf(
  raw: Pick<IncomingMessage, "headers" | "socket">,
  isTrusted: TrustedProxies,
  newId: () => string,
): string {
  const given = raw.headers["x-request-id"];
  const isWelcome = typeof given === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/.test(given);
  return isWelcome && isTrusted(raw.socket.remoteAddress ?? "") ? given : newId();
}
