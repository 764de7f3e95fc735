import { createServer } from "node:http";
import { callerAddress, isLoopback, parseTrustedProxies } from "../../../contract/trusted-proxies.ts";

/** What Prometheus reads from a process. */
type Scraped = { text(): Promise<string>; contentType: string };

/**
 * Serves `/metrics` on a port of its own, which no proxy of the API leads to, and `/healthz` for this machine: a process that waits for its
 * database is alive. `addresses`: who may read, as in `TRUSTED_PROXIES`; anybody
 * else gets 404. Listens on the loopback address while only this machine may read, otherwise on all addresses. Decision 0197.
 * @throws when the port is taken
 */
export async function listenForScrapes(
  metrics: Scraped,
  { port, addresses }: { port: number | undefined; addresses: string },
): Promise<{ port: number; close(): void } | undefined> {
  if (port === undefined) return undefined;
  const mayRead = parseTrustedProxies(addresses);
  const server = createServer(async (request, response) => {
    if (request.url === "/healthz" && isLoopback(request.socket.remoteAddress)) return void response.end();
    const address = callerAddress(
      { remoteAddress: request.socket.remoteAddress, forwardedFor: undefined },
      () => false,
    );
    // Through a proxy anybody would have the proxy's address.
    const isDirect = request.headers["x-forwarded-for"] === undefined && request.headers.forwarded === undefined;
    if (request.url !== "/metrics" || !isDirect || address === null || !mayRead(address)) {
      return void response.writeHead(404).end();
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { "content-type": metrics.contentType }).end(text);
    } catch {
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, isForThisMachine(addresses) ? "127.0.0.1" : undefined, listening);
  });
  // The metrics server does not keep the process alive.
  server.unref();
  const bound = server.address();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: typeof bound === "object" && bound ? bound.port : port, close };
}

function isForThisMachine(addresses: string): boolean {
  return addresses.split(",").every((part) => ["", "loopback"].includes(part.trim()) || isLoopback(part.trim()));
}
