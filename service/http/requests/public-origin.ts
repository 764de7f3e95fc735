import type { FastifyRequest } from "fastify";
import type { TrustedProxies } from "../../../contract/trusted-proxies.ts";

const FALLBACK = "http://127.0.0.1:4000";

/**
 * The origin under which the caller reached the service, such as `https://api.example`. Only a trusted proxy may name another
 * scheme and host than the connection has. A host that is no valid host name is not repeated.
 */
export function publicOrigin({ headers, socket }: FastifyRequest, isTrusted: TrustedProxies): string {
  const forwarded = (name: string) =>
    isTrusted(socket.remoteAddress ?? "") ? [headers[name] ?? []].flat().at(-1)?.split(",").at(-1)?.trim() : undefined;
  const host = forwarded("x-forwarded-host") ?? headers.host ?? "";
  const scheme = forwarded("x-forwarded-proto") === "https" ? "https" : "http";
  return /^(\[[\da-f:.]+\]|[a-z\d.-]+)(:\d{1,5})?$/i.test(host) ? `${scheme}://${host}` : FALLBACK;
}
