import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to a merchant's endpoint. */
export type Received = { at: number; path: string; headers: Record<string, string>; body: string };

/** The response of an endpoint: a status, a delayed status, or none. */
export type Answer = number | { status: number; afterMs: number } | "hang";

export type Receiver = {
  /** The URL of an endpoint. Each path has its own script. */
  url(path?: string): string;
  /** The next responses of a path, one per request. The last one repeats. Default: 200. */
  script(path: string, ...answers: Answer[]): void;
  /** All requests, or those of one path, in order of arrival. */
  received(path?: string): Received[];
  close(): Promise<void>;
};

/** Starts a merchant's endpoints on a port of 127.0.0.1. They respond as scripted and record their requests. */
export async function openReceiver(): Promise<Receiver> {
  const scripts = new Map<string, Answer[]>();
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    received.push({ at: Date.now(), path, headers, body: Buffer.concat(chunks).toString("utf8") });
    const script = scripts.get(path) ?? [];
    const answer = (script.length > 1 ? script.shift() : script[0]) ?? 200;
    if (answer === "hang") return;
    const { status, afterMs } = typeof answer === "number" ? { status: answer, afterMs: 0 } : answer;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    response.writeHead(status, { "content-type": "text/plain" }).end(`answer ${status}`);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = "/") => `http://127.0.0.1:${port}${path}`,
    script: (path, ...answers) => void scripts.set(path, answers),
    received: (path) => received.filter((request) => path === undefined || request.path === path),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
