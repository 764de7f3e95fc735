import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";

export type Ask = (
  host: string,
  path: string,
  call?: { method?: string; body?: object; token?: string; forwardedFor?: string },
) => Promise<Reply>;
type Reply = { status: number; headers: IncomingHttpHeaders; body: Record<string, unknown> } | null;

/** Calls a proxy on this machine by the names that browsers would use, over TLS, each call on a connection of its own. Null: no answer. */
export function askThrough(port: number, ca: Buffer): Ask {
  return (host, path, { method = "GET", body, token, forwardedFor } = {}) =>
    new Promise((done) => {
      const headers = {
        host: `${host}:${port}`,
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(forwardedFor && { "x-forwarded-for": forwardedFor }),
      };
      const call = request(
        { host: "127.0.0.1", port, servername: host, ca, path, method, headers, agent: false },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on("data", (chunk: Buffer) => chunks.push(chunk));
          reply.on("error", () => done(null));
          reply.on("end", () =>
            done({ status: reply.statusCode ?? 0, headers: reply.headers, body: readJson(Buffer.concat(chunks)) }),
          );
        },
      );
      call.on("error", () => done(null));
      call.end(body && JSON.stringify(body));
    });
}

function readJson(text: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(text.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
