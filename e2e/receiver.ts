import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: IncomingHttpHeaders; body: string };

/** A merchant's webhook receiver: a real HTTP server on this machine that responds with a configurable status. */
export type Receiver = { url: string; received: Received[]; respondWith(status: number): void; close(): Promise<void> };

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString("utf8") });
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ status }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/${crypto.randomUUID().slice(0, 8)}`,
    received,
    respondWith: (next) => {
      status = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Both signatures, computed as a receiver does. Spec 6.4. */
export function signaturesOf({ headers, body }: Received, key: string): { sha512: string; sha256: string } {
  return {
    sha512: createHmac("sha512", key).update(body).digest("hex"),
    sha256: createHmac("sha256", key).update(`${headers["x-webhook-timestamp"]}.${body}`).digest("hex"),
  };
}
